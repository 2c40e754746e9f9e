"""The user's files, mounted by davfs2: `tactus surface --files` over TLS as a folder of this machine. Needs root. No
folder is listed, because davfs2 1.6 can't do that on newer kernels."""
import os
import shutil
import subprocess

from files import FileServer


def test_davfs2_mounts_the_files(tmp_path):
    with FileServer(tmp_path, "--address", "127.0.0.2", is_local=False) as server:
        folder = tmp_path / "mounted"
        folder.mkdir()
        kept, certificate = next((tmp_path / "tactus").glob("surface-*.pem")), tmp_path / "certificate.pem"
        subprocess.run(["openssl", "x509", "-in", kept, "-out", certificate], check=True)
        (tmp_path / "davfs.conf").write_text(
            f"trust_server_cert {certificate}\nuse_locks 1\ndelay_upload 0\n")
        options = f"conf={tmp_path}/davfs.conf,username=tactus,uid=0,gid=0"
        subprocess.run(["mount.davfs", "-o", options, server.files, str(folder)], check=True,
                       input=server.password + "\n", text=True)
        try:
            content = os.urandom(5_000_000)
            (folder / "scenes/mine").mkdir()
            (folder / "scenes/mine/_main.pd").write_text("#N canvas 0 0 450 300 12;\n")
            (folder / "samples/noise.wav").write_bytes(content)
            shutil.copy(folder / "samples/noise.wav", folder / "samples/copy ü.wav")
            os.rename(folder / "samples/noise.wav", folder / "scenes/mine/noise.wav")
        finally:
            subprocess.run(["umount", folder], check=True)
        assert (server.data / "scenes/mine/_main.pd").read_text() == "#N canvas 0 0 450 300 12;\n"
        assert (server.data / "scenes/mine/noise.wav").read_bytes() == content
        assert (server.data / "samples/copy ü.wav").read_bytes() == content
