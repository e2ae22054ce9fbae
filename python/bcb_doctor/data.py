"""Where libraries keep the data that they download: corpora, datasets."""

from __future__ import annotations

import glob
import os
import sys
from typing import Iterable, List, Optional

__all__ = ["find_data"]

# What sklearn.datasets.fetch_… keeps below scikit_learn_data.
_SKLEARN = {
    "20newsgroups": "20news-bydate*",
    "20newsgroups_vectorized": "20newsgroup_vectorized*",
    "california_housing": "cal_housing*",
    "covtype": "covertype/*",
    "kddcup99": "kddcup99*/*",
    "lfw_pairs": "lfw_home/*",
    "lfw_people": "lfw_home/*",
    "olivetti_faces": "olivetti*",
    "rcv1": "RCV1/*",
    "species_distributions": "species_coverage*",
}


def find_data(library: str, name: str) -> Optional[str]:
    """The path of the data that ``library`` calls ``name``; none where it is not there."""
    for pattern in _patterns(library, name):
        found = _first_match(pattern)
        if found is not None:
            return found
    return None


def _patterns(library: str, name: str) -> Iterable[str]:
    home = os.path.expanduser("~")
    if library == "nltk":
        for directory in _nltk_directories():
            for form in (name, f"{name}.zip"):
                yield os.path.join(directory, "*", form)
    elif library == "sklearn":
        chosen = os.environ.get("SCIKIT_LEARN_DATA", os.path.join(home, "scikit_learn_data"))
        yield os.path.join(chosen, _SKLEARN.get(name, f"{name}*"))
    elif library == "seaborn":
        caches = os.environ.get("XDG_CACHE_HOME", os.path.join(home, ".cache"))
        yield os.path.join(caches, "seaborn", f"{name}.csv")
        yield os.path.join(home, "seaborn-data", f"{name}.csv")
    elif library == "keras":
        yield os.path.join(home, ".keras", "datasets", f"{name}*")


def _nltk_directories() -> List[str]:
    """``nltk.data.path``, without importing NLTK."""
    named = [path for path in os.environ.get("NLTK_DATA", "").split(os.pathsep) if path]
    prefix = sys.prefix
    own = [os.path.join(prefix, *below, "nltk_data") for below in ((), ("share",), ("lib",))]
    home = [os.path.join(os.path.expanduser("~"), "nltk_data")]
    if sys.platform == "win32":
        drives = [os.path.join(drive, "nltk_data") for drive in ("C:\\", "D:\\", "E:\\")]
        roaming = os.environ.get("APPDATA")
        system = drives + ([os.path.join(roaming, "nltk_data")] if roaming else [])
    else:
        places = ("/usr/share", "/usr/local/share", "/usr/lib", "/usr/local/lib")
        system = [os.path.join(place, "nltk_data") for place in places]
    return named + home + own + system


def _first_match(pattern: str) -> Optional[str]:
    return next(iter(sorted(glob.iglob(pattern))), None)
