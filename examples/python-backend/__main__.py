"""A backend for Mortise's HTTP protocol, with Python's standard library alone."""

import argparse
import json
import os
import signal
import sqlite3
import sys
import threading

EXIT_USAGE = 2


def main() -> None:
    if sys.version_info < (3, 11) or sqlite3.sqlite_version_info < (3, 35):
        sys.exit("This needs Python 3.11 or newer, with SQLite 3.35 or newer.")
    parser = argparse.ArgumentParser(prog="python-backend", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8787, help="0 chooses a free port")
    parser.add_argument("--database", default="auth.db", help="the SQLite file; created if it does not exist")
    parser.add_argument("--new-key", metavar="ID", help="print a new key, and its record for MORTISE_KEYS")
    options = parser.parse_args()
    if options.new_key:
        print_key(options.new_key)
    else:
        serve(options.host, options.port, options.database)


def print_key(id: str) -> None:
    from keys import new_key

    key, record = new_key(id)
    print("key    ", key)
    print("record ", json.dumps(record))


def serve(host: str, port: int, database: str) -> None:
    from keys import read_callers
    from server import Server
    from store import ONE_WRITER, create

    try:
        callers = read_callers(os.environ.get("MORTISE_KEYS", "[]"))
    except ValueError as error:
        return fail(f"MORTISE_KEYS {error}.")
    if not callers:
        return fail("MORTISE_KEYS is empty: create a key with --new-key ID, and set MORTISE_KEYS to [its record].")
    try:
        create(database)
        server = Server((host, port), database, callers)
    except (OSError, sqlite3.Error) as error:
        return fail(f"The server cannot start: {error}. Check --database, --host and --port.")
    # shutdown() waits for serve_forever(), which a signal handler interrupts, so it needs its own thread.
    signal.signal(signal.SIGTERM, lambda *_: threading.Thread(target=server.shutdown).start())
    print(f"Serving on http://{host}:{server.server_address[1]}; stop it with SIGTERM.", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
    server.server_close()
    # Lets a running write finish. A client that misses the answer retries and gets the receipt.
    ONE_WRITER.acquire()


def fail(sentence: str) -> None:
    print(sentence, file=sys.stderr)
    sys.exit(EXIT_USAGE)


main()
