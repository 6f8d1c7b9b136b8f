import { parseInfo } from "../connection/check-server.ts"
import type { AskServer } from "../connection/connection.ts"

/** The settings and the state of one primary. A name is absent if the server does not show it. */
export type NodeSettings = {
  /** The fields of INFO and of CLUSTER INFO. */
  readonly info: ReadonlyMap<string, string>
  /** The settings of CONFIG. */
  readonly config: ReadonlyMap<string, string>
}

/** The settings that INFO does not show. */
const names = [
  "save",
  "appendfsync",
  "min-replicas-to-write",
  "cluster-require-full-coverage",
  "cluster-allow-reads-when-down",
]

/** Reads the settings of a server. An ACL, or a hosted service, may refuse CONFIG. */
export async function readNodeSettings(ask: AskServer, isCluster: boolean): Promise<NodeSettings> {
  const info = parseInfo(await ask("INFO"))
  const cluster = isCluster ? parseInfo(await ask("CLUSTER", "INFO")) : []
  // One name at a time: Redis 6 takes no more.
  const settings = await Promise.all(names.map((name) => readSetting(ask, name)))
  return { info: new Map([...info, ...cluster]), config: new Map(settings.flat()) }
}

async function readSetting(ask: AskServer, name: string): Promise<[string, string][]> {
  const reply = await ask("CONFIG", "GET", name).catch((error: Error) => {
    if (isRefusal(error)) return []
    throw error
  })
  // RESP2 answers a list of the name and its value, RESP3 a map.
  const [settingName, value] = Array.isArray(reply) ? reply : (Object.entries(Object(reply))[0] ?? [])
  return settingName === undefined ? [] : [[name, String(value)]]
}

/** Whether the server refused the command. A busy server gives another answer. */
const isRefusal = ({ message }: Error): boolean => /^(ERR|NOPERM) /.test(message)
