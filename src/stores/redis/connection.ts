import type { Script } from "./script.ts"

/** What the store needs of a client. Replies are text, null, or lists of them. */
export type RedisConnection = {
  /** Runs a script by its digest. A server that does not have it gets the text; nothing has run before that. */
  evaluate(script: Script, keys: readonly string[], args: readonly string[]): Promise<unknown>
  /** Runs a command on the key that is its first argument. The command changes nothing. */
  read(command: string, ...args: readonly string[]): Promise<unknown>
  /** Runs a command on the key that is its first argument. It is never sent twice. */
  write(command: string, ...args: readonly string[]): Promise<unknown>
  /** Waits until a replica has the changes of this connection to the node of a key. Returns the number of such replicas. */
  awaitReplica(key: string): Promise<number>
  /** The reply of INFO: of the server, or of every primary of a Cluster. */
  info(): Promise<readonly string[]>
  /** Whether the client is one of a Cluster, where a script sees the keys of one slot only. */
  readonly isCluster: boolean
}
