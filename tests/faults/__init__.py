"""Faults on purpose: kills, damage, full disks, wrong clocks; each test produces a figure."""
