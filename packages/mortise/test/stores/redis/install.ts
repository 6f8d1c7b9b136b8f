import { fileURLToPath } from "node:url"
import { installPinned } from "../../../../workshop/src/runtimes/install.ts"

/** Installs the Redis clients, before a test imports a module that uses them. */
export const installRedisClients = (): Promise<void> =>
  installPinned(fileURLToPath(new URL(".", import.meta.url)), "ioredis and redis, both majors; about 5 s")
