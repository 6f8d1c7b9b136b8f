import type { Script } from "../scripts/script.ts"

/** Sends a command that changes nothing to one server. */
export type AskServer = (...command: [string, ...string[]]) => Promise<unknown>

/** What the store needs from a client. Replies are text, null, or lists of them. */
export type RedisConnection = {
  /** Runs a script by its digest, or by its text if the server does not have it yet. */
  evaluate(script: Script, keys: readonly string[], args: readonly string[]): Promise<unknown>
  /** Runs a command on the key that is its first argument. The command changes nothing. */
  read(command: string, ...args: readonly string[]): Promise<unknown>
  /** Runs a command on the key that is its first argument. It is never sent twice. */
  write(command: string, ...args: readonly string[]): Promise<unknown>
  /** Waits until a replica has what this connection changed on the node of a key. Returns the number of such replicas. */
  awaitReplica(key: string): Promise<number>
  /** A function for each primary, which sends it a command without a key. A single server is its only primary. */
  primaries(): Promise<readonly AskServer[]>
  /** Whether this is a Cluster, where a script sees the keys of one slot only. */
  readonly isCluster: boolean
}

/** How a call with a deadline follows a command. */
export type Sending = {
  /** Called before the command is passed to a client that is connected. If it throws, nothing is sent. */
  onSend(): void
  /** Aborted at the deadline: a command that the client has queued must not be sent. */
  readonly signal: AbortSignal
}

/** A client. Its connections share its sockets; `sending` follows each command of a connection. */
export type RedisDriver = {
  connection(sending?: Sending): RedisConnection
  readonly isCluster: boolean
  /** Where requests go, if the server cannot be asked for its address. */
  readonly host?: string
  /** Whether no call may wait for the answer to another one, as in Workers. */
  readonly isolatesCalls?: boolean
}
