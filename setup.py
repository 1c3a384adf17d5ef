"""The list of packages. Everything else stands in pyproject.toml.

The folders at the top of the repository are installed under other names (`dsl` as `rulewright.dsl`). Setuptools can
rename folders, but its automatic discovery does not follow the renaming, and a list written by hand silently leaves the
next sub-package out of the wheel. So the list is computed here from the mapping in pyproject.toml.
"""

import tomllib
from pathlib import Path

from setuptools import find_packages, setup

ROOT = Path(__file__).parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
FOLDERS: dict[str, str] = PROJECT["tool"]["setuptools"]["package-dir"]

packages = set(FOLDERS)
for package, folder in FOLDERS.items():
    packages.update(f"{package}.{inner}" for inner in find_packages(str(ROOT / folder)))

setup(packages=sorted(packages))
