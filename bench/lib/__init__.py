# SPDX-License-Identifier: MIT
"""What bench/compare and bench/evaluate share."""
