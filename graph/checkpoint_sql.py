"""The tables of the conversations file and every statement that reads or changes them.

The tables are those of LangGraph's own SQLite saver with three columns more, so that the queries
inherited from it work on them too.
"""

SCHEMA_VERSION = 1

TABLES = (
    # `seq` is the order of insertion, and the only order there is: ids are made from the clock.
    # `run_id` is the server's run, `root_id` the checkpoint of the outermost graph that a subgraph
    # ran under. The small columns come first, so that reading them never touches the blob.
    """
    CREATE TABLE checkpoints (
        seq INTEGER PRIMARY KEY,
        thread_id TEXT NOT NULL,
        checkpoint_ns TEXT NOT NULL DEFAULT '',
        checkpoint_id TEXT NOT NULL,
        parent_checkpoint_id TEXT,
        run_id TEXT,
        root_id TEXT,
        type TEXT,
        metadata BLOB,
        checkpoint BLOB,
        UNIQUE (thread_id, checkpoint_ns, checkpoint_id)
    )
    """,
    """
    CREATE TABLE writes (
        thread_id TEXT NOT NULL,
        checkpoint_ns TEXT NOT NULL DEFAULT '',
        checkpoint_id TEXT NOT NULL,
        task_id TEXT NOT NULL,
        task_path TEXT NOT NULL DEFAULT '',
        idx INTEGER NOT NULL,
        channel TEXT NOT NULL,
        type TEXT,
        value BLOB,
        PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id, task_id, idx)
    )
    """,
    # However a checkpoint goes, its writes go with it. The reverse is no rule: LangGraph may store
    # the writes of a checkpoint before the checkpoint itself.
    """
    CREATE TRIGGER writes_go_with_their_checkpoint AFTER DELETE ON checkpoints BEGIN
        DELETE FROM writes WHERE thread_id = OLD.thread_id
            AND checkpoint_ns = OLD.checkpoint_ns AND checkpoint_id = OLD.checkpoint_id;
    END
    """,
    f"PRAGMA user_version={SCHEMA_VERSION}",
)

BY_SEQ = """
SELECT thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata
FROM checkpoints WHERE seq = ?
"""

BY_ID = """
SELECT thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata
FROM checkpoints WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?
"""

NEWEST = """
SELECT thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata
FROM checkpoints
WHERE seq = (SELECT max(seq) FROM checkpoints WHERE thread_id = ? AND checkpoint_ns = ?)
"""

LIST_ALL = """
SELECT seq, metadata FROM checkpoints
WHERE (:ns IS NULL OR checkpoint_ns = :ns) AND (:id IS NULL OR checkpoint_id = :id)
    AND (:cursor IS NULL OR seq < :cursor)
ORDER BY seq DESC
"""

# Apart from LIST_ALL, so that the index on the conversation is used.
LIST_THREAD = """
SELECT seq, metadata FROM checkpoints
WHERE thread_id = :thread
    AND (:ns IS NULL OR checkpoint_ns = :ns) AND (:id IS NULL OR checkpoint_id = :id)
    AND (:cursor IS NULL OR seq < :cursor)
ORDER BY seq DESC
"""

CURSOR = """
SELECT max(seq) FROM checkpoints
WHERE checkpoint_id = :before
    AND (:thread IS NULL OR thread_id = :thread) AND (:ns IS NULL OR checkpoint_ns = :ns)
"""

# A checkpoint that is stored again keeps its place in the order.
PUT = """
INSERT INTO checkpoints (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, run_id,
    root_id, type, metadata, checkpoint)
VALUES (:thread, :ns, :id, :parent, :run, :root, :type, :metadata, :checkpoint)
ON CONFLICT (thread_id, checkpoint_ns, checkpoint_id) DO UPDATE SET
    parent_checkpoint_id = excluded.parent_checkpoint_id, run_id = excluded.run_id,
    root_id = excluded.root_id, type = excluded.type, metadata = excluded.metadata,
    checkpoint = excluded.checkpoint
"""

# Beside the newest `others`, what the conversation was before the run `run` stays: the server can
# take a run back, however many steps it made.
PRUNE = """
DELETE FROM checkpoints
WHERE thread_id = :thread AND checkpoint_ns = :ns AND checkpoint_id IS NOT :id
    AND seq NOT IN (
        SELECT seq FROM checkpoints
        WHERE thread_id = :thread AND checkpoint_ns = :ns AND checkpoint_id IS NOT :id
        ORDER BY seq DESC LIMIT :others
    )
    AND seq IS NOT (
        SELECT max(seq) FROM checkpoints
        WHERE thread_id = :thread AND checkpoint_ns = :ns
            AND :run IS NOT NULL AND run_id IS NOT :run
    )
RETURNING checkpoint_id
"""

# A call of a subgraph has a namespace of its own (`node:task`). Nothing can return to it when the
# checkpoint that it ran under is gone.
PRUNE_SUBGRAPHS = """
DELETE FROM checkpoints
WHERE thread_id = ? AND root_id = ? AND instr(checkpoint_ns, ':') > 0
"""

# `IGNORE` is LangGraph's contract: what a task wrote first stands; only errors, interrupts and the
# answers to them (`REPLACE`) change.
_PUT_WRITES = """
INTO writes (thread_id, checkpoint_ns, checkpoint_id, task_id, task_path, idx, channel, type, value)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""

PUT_WRITES = "INSERT OR IGNORE " + _PUT_WRITES

PUT_SPECIAL_WRITES = "INSERT OR REPLACE " + _PUT_WRITES

# Left by a process that was killed between the writes and their checkpoint.
SWEEP_WRITES = """
DELETE FROM writes
WHERE thread_id = :thread AND NOT EXISTS (
    SELECT 1 FROM checkpoints AS kept
    WHERE kept.thread_id = writes.thread_id AND kept.checkpoint_ns = writes.checkpoint_ns
        AND kept.checkpoint_id = writes.checkpoint_id
)
"""

DELETE_THREAD = (
    "DELETE FROM checkpoints WHERE thread_id = ?",
    "DELETE FROM writes WHERE thread_id = ?",
)

HOLDS = """
SELECT EXISTS (
    SELECT 1 FROM checkpoints WHERE thread_id = :thread
        AND (instr(checkpoint, :needle) OR instr(metadata, :needle))
) OR EXISTS (SELECT 1 FROM writes WHERE thread_id = :thread AND instr(value, :needle))
"""

DELETE_RUN = "DELETE FROM checkpoints WHERE run_id = ?"

# The copy is a conversation of its own: taking back a run of the original does not reach into it.
COPY_CHECKPOINTS = """
INSERT OR IGNORE INTO checkpoints (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id,
    run_id, root_id, type, metadata, checkpoint)
SELECT :target, checkpoint_ns, checkpoint_id, parent_checkpoint_id, NULL, root_id, type,
    CAST(json_replace(CAST(metadata AS TEXT), '$.thread_id', :target) AS BLOB), checkpoint
FROM checkpoints WHERE thread_id = :source ORDER BY seq
"""

COPY_WRITES = """
INSERT OR IGNORE INTO writes (thread_id, checkpoint_ns, checkpoint_id, task_id, task_path, idx,
    channel, type, value)
SELECT :target, checkpoint_ns, checkpoint_id, task_id, task_path, idx, channel, type, value
FROM writes WHERE thread_id = :source
"""

NAMESPACES = "SELECT DISTINCT checkpoint_ns FROM checkpoints WHERE thread_id = ?"
