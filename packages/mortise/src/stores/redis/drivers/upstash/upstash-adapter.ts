import type { MortiseAdapter } from "../../../../contract/adapter.ts"
import type { ExtraFields } from "../../../../contract/schema.ts"
import type { Tenanted } from "../../../../contract/tenants.ts"
import { throwInvalid } from "../../../../contract/throw-invalid.ts"
import type { ClientSource } from "../../../../shared/client-source.ts"
import { perClient } from "../../../../shared/per-client.ts"
import type { RedisDriver } from "../../connection/connection.ts"
import { createSourceDriver } from "../../connection/late-driver.ts"
import { createRedisAdapter, type RedisOptions } from "../../create-redis-adapter.ts"
import { evaluateOn, readScript } from "../../scripts/script.ts"
import { createRequests, readEndpoint, type UpstashClient } from "./upstash-requests.ts"

export type { UpstashClient } from "./upstash-requests.ts"

/** The options of `upstashAdapter`. */
export type UpstashOptions<X extends ExtraFields = object, Tenants extends boolean = false> = Omit<
  RedisOptions<X, Tenants>,
  "durability"
>

/** Reads in a script, which the primary runs. A replica could answer a plain command with a session that was revoked. */
const plainRead = readScript("read", "return redis.call(ARGV[1], KEYS[1], unpack(ARGV, 2))")

const getDriver = perClient((client: UpstashClient): RedisDriver => {
  const request = createRequests(client)
  const connection: RedisDriver["connection"] = (sending) => {
    const send = (...command: readonly string[]) => request(command, sending)
    return {
      evaluate: (script, keys, args) => evaluateOn(send, script, keys, args),
      read: (command, key = "", ...args) => evaluateOn(send, plainRead, [key], [command, ...args]),
      write: send,
      awaitReplica: async () => 0,
      primaries: async () => [send],
      isCluster: false,
    }
  }
  return {
    connection,
    isCluster: false,
    get host() {
      return new URL(readEndpoint(client).baseUrl).host
    },
  }
})

/**
 * Makes an adapter for an Upstash database through the REST client of `@upstash/redis`.
 *
 * @example
 * ```ts no-run: needs a database
 * import { Redis } from "@upstash/redis"
 * import { upstashAdapter } from "mortise/upstash"
 *
 * const adapter = upstashAdapter(Redis.fromEnv())
 * ```
 */
export function upstashAdapter<X extends ExtraFields = object, Tenants extends boolean = false>(
  client: ClientSource<UpstashClient>,
  options?: UpstashOptions<X, Tenants>,
): Tenanted<Tenants, MortiseAdapter<X>> {
  if (options && "durability" in options)
    throwInvalid(
      "`durability` waits for replicas on the connection of a change, and requests to Upstash share none: remove it.",
    )
  return createRedisAdapter(
    "upstashAdapter",
    createSourceDriver("upstashAdapter", getDriver, client),
    options,
  )
}
