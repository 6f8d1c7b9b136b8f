// One process of an application. Each message is a number of callers that need a token at once.
import { Pool } from "pg"
import { pgAdapter } from "../../../src/stores/sql/adapters/pg-adapter.ts"
import { accessTokens } from "../../../src/tokens/index.ts"
import { encrypted } from "./encrypted.ts"

const [url = "", issuer = "", clientId = "", clientSecret = "", userId = "", wait, storage] =
  process.argv.slice(2)
const database = pgAdapter(new Pool({ connectionString: url, max: 4 }))
const tokens = accessTokens({
  waitSeconds: Number(wait),
  adapter: storage === "encrypted" ? encrypted(database) : database,
  providers: [{ id: "acme", type: "oidc", issuer, clientId, clientSecret }],
})

process.on("message", async (callers: number) => {
  const calls = Array.from({ length: callers }, () =>
    tokens.get({ userId, provider: "acme" }).catch((error: Error) => ({ error: error.message })),
  )
  process.send?.(await Promise.all(calls))
})
process.send?.("ready")
