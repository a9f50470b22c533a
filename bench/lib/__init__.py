# SPDX-License-Identifier: MIT
"""What bench/compare, bench/evaluate and bench/experiment share."""
