import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import type { AuthAdapter } from "../../../mortise/src/auth/index.ts"
import type { IoredisClient } from "../../../mortise/src/stores/redis/drivers/ioredis/ioredis-adapter.ts"
import { installPinned } from "../runtimes/install.ts"

// Programs compile before the packages are installed, so the types are written here.

/** The part of ioredis that is used here. */
export type Ioredis = {
  readonly Redis: new (
    options: { readonly port: number; readonly db?: number; readonly maxRetriesPerRequest?: number } | string,
    more?: { readonly lazyConnect: true },
  ) => IoredisClient & { callBuffer(command: string, ...args: readonly string[]): Promise<unknown> }
  readonly Cluster: new (nodes: readonly { readonly host: string; readonly port: number }[]) => IoredisClient
}

const requireHere = createRequire(import.meta.url)

const installClients = (): Promise<void> =>
  installPinned(fileURLToPath(new URL(".", import.meta.url)), "ioredis; about 3 s")

/** Installs the packages of this folder, and loads ioredis. */
export async function loadIoredis(): Promise<Ioredis> {
  await installClients()
  return requireHere("ioredis")
}

/** The client of @upstash/redis, as far as its adapter uses it. */
export type UpstashClient = {
  get(key: string): Promise<unknown>
  set(key: string, value: unknown): Promise<unknown>
  del(...keys: readonly string[]): Promise<unknown>
}

type Upstash = (client: UpstashClient, options: { readonly baseKeyPrefix: string }) => AuthAdapter

/** Installs the packages of this folder, and loads `UpstashRedisAdapter`. */
export async function loadUpstash(): Promise<Upstash> {
  await installClients()
  // Not a literal, because the compiler would look for the package.
  const name: string = "@auth/upstash-redis-adapter"
  return (await import(name)).UpstashRedisAdapter
}
