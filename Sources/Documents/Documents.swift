// (the patch as a document)
import CJansson
