"""What newcomers handed in is judged by `test_newcomers.py`, not collected as examples of ours: it may be wrong."""

collect_ignore_glob = ["*"]
