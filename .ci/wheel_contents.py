"""Is every file of the installed folders in the wheel? A grammar, template or table left out is the classic omission.

Usage: wheel_contents.py WHEEL, from the root of the tree the wheel was built from.
Notes to developers (`README.md`) stay out.
"""

import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile


def expected(root: Path) -> set[str]:
    mapping = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["package-dir"]
    return {
        f"{package.replace('.', '/')}/{path.relative_to(root / folder).as_posix()}"
        for package, folder in mapping.items()
        for path in (root / folder).rglob("*")
        if path.is_file() and path.name != "README.md" and "__pycache__" not in path.parts
    }


def main(wheel: str) -> int:
    wanted = expected(Path.cwd())
    with ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    for name in sorted(wanted - packed):
        print(f"not in the wheel: {name} (see [tool.setuptools.package-data] in pyproject.toml)")
    for name in sorted(packed - wanted):
        print(f"in the wheel but not in the tree: {name}")
    print(f"{len(packed)} files in {Path(wheel).name}")
    return int(packed != wanted)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
