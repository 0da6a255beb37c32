"""The words of Mnemon: what is remembered, for whom, when, and what can go wrong. No I/O."""
