import type { Script } from "./script.ts"

/** What the store needs of a client. Replies are text, null, or lists of them. */
export type RedisConnection = {
  /** Runs a script by its digest. A server that does not have it gets the text; nothing has run before that. */
  evaluate(script: Script, keys: readonly string[], args: readonly string[]): Promise<unknown>
  /** Increments a counter and returns its new value. */
  nextId(key: string): Promise<string>
  /** Runs a command that changes nothing. */
  read(command: string, ...args: readonly string[]): Promise<unknown>
}
