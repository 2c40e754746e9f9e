"""Each patch of the bundle at every block size and after six histories. `make test` takes some of them."""
import pytest

import test_block_sizes
import test_histories
from factory_patches import PATCHES


@pytest.mark.parametrize("name", PATCHES)
def test_block_sizes_of(tmp_path, name):
    test_block_sizes.test_a_patch_does_not_depend_on_the_block_size(tmp_path, name)


@pytest.mark.parametrize("name", PATCHES)
def test_histories_of(tmp_path, name):
    test_histories.test_an_export_does_not_depend_on_what_was_played_before(tmp_path, name)
