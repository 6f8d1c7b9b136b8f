// A process that handles the requests of the provider. It shares only the database with the one where users sign in.
import { createServer } from "node:http"
import { Pool } from "pg"
import { authRoutes, type SessionStrategy } from "../../../src/auth/index.ts"
import { sendResponse, toRequest } from "../../../src/auth/node/index.ts"
import { pgAdapter } from "../../../src/stores/sql/adapters/pg-adapter.ts"
import { authJsLogout, type Identity, mortiseApp, origin } from "./logout-app.ts"

const [url = "", port = ""] = process.argv.slice(2)
const adapter = pgAdapter(new Pool({ connectionString: url, max: 4 }))
let handle = async (_request: Request): Promise<Response> => new Response(null, { status: 404 })

type Order = { readonly identity: Identity; readonly app: SessionStrategy | "authjs" }

process.on("message", ({ identity, app }: Order) => {
  handle =
    app === "authjs"
      ? authJsLogout(adapter, identity).backChannel
      : authRoutes(mortiseApp(adapter, identity, app))
  process.send?.("ready")
})

const server = createServer(async (message, response) =>
  sendResponse(await handle(await toRequest(message, { origin })), response),
)
server.listen(Number(port), "127.0.0.1", () => process.send?.("listening"))
