import { createRandom } from "../engine/case-tools/random.ts"
import { type Caller, type KnownUser, signUp } from "./caller.ts"
import { liveOnce } from "./own-rows.ts"
import { type Recorder, recordCalls } from "./record-calls.ts"
import { shareOnce } from "./shared-rows.ts"

/** The callers of one process. */
export type WorkloadOptions = Recorder & {
  /** The adapters of the process, one for each entry point of the cluster. */
  readonly entries: readonly object[]
  /** The name of the run, which all processes share, and that of the process. */
  readonly run: string
  readonly process: string
  readonly callers?: number
}

// All callers use the same shared keys during this time, so that the history of a key stays short.
const sharedKeyMs = 250

// Between two users of a caller: enough calls for races, few enough to check every row on every node.
const pauseMs = 25

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Starts callers that sign users up, in and out, and race on shared keys. The returned function stops them. */
export function startWorkload(options: WorkloadOptions): () => Promise<void> {
  const { entries, run, callers = 3, now } = options
  const perform = recordCalls(options)
  let isOver = false
  const work = async (index: number): Promise<void> => {
    const name = `${run}-${options.process}-${index}`
    const caller: Caller = {
      name,
      perform,
      random: createRandom(index, name),
      near: entries[index % entries.length] as object,
      far: entries[(index + 1) % entries.length] as object,
    }
    let user: KnownUser | undefined
    for (let life = 0; !isOver; life++) {
      user ??= await signUp(caller, `${name}-base-${life}@example.com`, "base")
      await liveOnce(caller, life)
      if (user) await shareOnce(caller, user, `${run}-shared-${Math.floor(now() / sharedKeyMs)}`)
      await sleep(pauseMs)
    }
  }
  const working = Array.from({ length: callers }, (_, index) => work(index))
  return async () => {
    isOver = true
    await Promise.all(working)
  }
}
