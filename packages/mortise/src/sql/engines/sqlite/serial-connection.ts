import type { Driver } from "../../driver.ts"
import { interactive, type OwnConnection } from "../../transactions/interactive.ts"
import { joinCurrent } from "../../transactions/join-current.ts"
import { joinedDriver, type Run, textSavepoint } from "../../transactions/joined-driver.ts"
import { runSteps } from "../../transactions/run-steps.ts"
import { openTurns } from "../../transactions/turns.ts"
import { enableWriteAheadLogAsync, foreignKeysOffError } from "./connection.ts"
import { sqliteEnds } from "./ends-transaction.ts"
import { isBusy } from "./violation.ts"

/** An asynchronous client with one connection, which a transaction holds until it ends. */
export type SerialClient = {
  /** Runs one statement that joins no transaction. */
  readonly run: Run
  /** Runs work in a transaction that holds the write lock. */
  begin<T>(work: (connection: OwnConnection) => Promise<T>): Promise<T>
  /** Resolves when no transaction is open. */
  settle?(): Promise<unknown>
  /** The single value that a statement outside transactions returns. */
  ask(text: string): Promise<unknown>
}

/** A driver over a client with one connection, which is set up before its first statement. */
export function serialDriver(client: SerialClient): Driver {
  const ready = setUp(client)
  const begin = async <T>(work: (connection: OwnConnection) => Promise<T>): Promise<T> => {
    await ready()
    return client.begin(work)
  }
  return joinCurrent({
    async run(statement, values) {
      await ready()
      return client.run(statement, values)
    },
    batch: (steps) => begin((connection) => runSteps(steps, connection.run)),
    transaction: interactive(begin, { ...sqliteEnds, isRetried: isBusy }),
  })
}

/** A driver inside a transaction that the application opened. */
export function joinedSerialDriver({ run, command, ask }: OwnConnection & Pick<SerialClient, "ask">): Driver {
  let isReady = false
  const runChecked: Run = async (...step) => {
    if (!isReady && Number(await ask("PRAGMA foreign_keys")) !== 1) throw foreignKeysOffError()
    isReady = true
    return run(...step)
  }
  const savepoint = textSavepoint(runChecked, command)
  return joinedDriver({ run: runChecked, savepoint, endsOnError: false, scope: openTurns().at(0) })
}

/** Turns on write-ahead logging and foreign keys, once. Neither can be changed inside a transaction. */
function setUp({ ask, settle }: SerialClient): () => Promise<void> {
  let isReady = false
  let tries = 0
  return async () => {
    if (isReady) return
    await settle?.()
    await enableWriteAheadLogAsync(ask, ++tries)
    await ask("PRAGMA foreign_keys = ON")
    if (Number(await ask("PRAGMA foreign_keys")) !== 1) throw foreignKeysOffError()
    isReady = true
  }
}
