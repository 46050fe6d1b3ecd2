"""Where things lie: the person's folders, and what is shipped with the program.

The only module that asks the operating system and the environment: for folders, for how the
network is to be reached, and for how the program was started. Each function for a folder returns
an absolute path and makes the folder if it is missing, which may raise OSError. What is kept in a
folder is the business of the module that keeps it.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

APP_NAME = "clover-desktop"
HOME_VARIABLE = "CLOVER_DESKTOP_HOME"
COMMAND_VARIABLE = "CLOVER_DESKTOP_COMMAND"
"""Set by run.py to what the person has typed."""


def config_folder() -> Path:
    """The folder of the settings file."""
    return _made(_portable("config") or platformdirs.user_config_path(APP_NAME, appauthor=False))


def data_folder() -> Path:
    """The folder of chats and document indexes."""
    return _made(_portable("data") or platformdirs.user_data_path(APP_NAME, appauthor=False))


def cache_folder() -> Path:
    """The folder of what may be deleted at any time and is made again."""
    return _made(_portable("cache") or platformdirs.user_cache_path(APP_NAME, appauthor=False))


def models_folder() -> Path:
    """The folder of installed models, one folder each."""
    return _made(_portable("models") or data_folder() / "models")


def logs_folder() -> Path:
    """The folder of log files."""
    return _made(_portable("logs") or platformdirs.user_log_path(APP_NAME, appauthor=False))


def assets_folder() -> Path:
    """The folder of shipped files: icons, themes, samples and the demo model. Read-only.

    In a checkout it is `assets/` beside `clover_desktop/`; in an installed wheel the same files
    lie beside the package as `clover_assets/`.

    Raises:
        FileNotFoundError: neither is there, so the installation is incomplete.
    """
    package = Path(__file__).resolve().parent
    # The installed name first: `assets` beside an installed package would be someone else's.
    for name in ("clover_assets", "assets"):
        folder = package.parent / name
        if folder.is_dir():
            return folder
    raise FileNotFoundError(
        f"The shipped files are missing beside {package}: install Clover Desktop again."
    )


def demo_model_folder() -> Path:
    """The checkpoint folder of the demo model, whether or not it is there."""
    return assets_folder() / "seedling"


@dataclass(frozen=True)
class HubEnvironment:
    """What the environment and the system say about reaching the model hub.

    `proxies` maps `http`, `https` and `all` to a proxy's URL, and `no` to the hosts reached without
    one. `is_offline` tells that HF_HUB_OFFLINE asks for no contact at all.
    """

    endpoint: str = ""
    token: str = field(default="", repr=False)
    proxies: Mapping[str, str] = field(default_factory=dict)
    is_offline: bool = False


def hub_environment() -> HubEnvironment:
    """HF_ENDPOINT, HF_TOKEN, HTTP(S)_PROXY, NO_PROXY; where there is one, the system's proxy."""
    # Imported here: it brings the whole of http and ssl, and most starts need none of it.
    from urllib.request import getproxies

    return HubEnvironment(
        endpoint=os.environ.get("HF_ENDPOINT", "").strip(),
        token=os.environ.get("HF_TOKEN", "").strip(),
        proxies=dict(getproxies()),
        is_offline=os.environ.get("HF_HUB_OFFLINE", "").upper() in ("1", "ON", "YES", "TRUE"),
    )


def visible_devices() -> str | None:
    """The value of CUDA_VISIBLE_DEVICES, None if it is unset."""
    return os.environ.get("CUDA_VISIBLE_DEVICES")


def command_name() -> str:
    """What a person types to start this program."""
    return os.environ.get(COMMAND_VARIABLE, "").strip() or "clover-desktop"


def _portable(name: str) -> Path | None:
    """The folder below CLOVER_DESKTOP_HOME, or None if that variable is unset or empty."""
    home = os.environ.get(HOME_VARIABLE, "")
    return Path(home).expanduser().absolute() / name if home else None


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder
