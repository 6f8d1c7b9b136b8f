import { createServer, type Server } from "node:http"
import { createAdaptorServer } from "@hono/node-server"
import express from "express"
import { Hono } from "hono"
import { authForExpress } from "../../../src/auth/express/index.ts"
import { authForHono } from "../../../src/auth/hono/index.ts"
import { authForNode, sendResponse, toRequest } from "../../../src/auth/node/index.ts"
import type { routedApp } from "./routed-app.ts"

type App = ReturnType<typeof routedApp>

/** What the page says for which a shared cache is meant. */
const shared = { "cache-control": "public, s-maxage=600", "cdn-cache-control": "max-age=600" }

const hello = (user: { readonly email: string | null } | null): string => user?.email ?? "Please sign in"

function nodeApp({ auth, control, options }: App, origin: string): Server {
  const { routes, session } = authForNode(auth, options)
  return createServer(async (request, response) => {
    if (await routes(request, response)) return
    if (request.url === "/control")
      return sendResponse(await control(await toRequest(request, { origin })), response)
    const { user } = await session(request, response)
    if (request.url === "/shared") response.writeHead(200, shared).end("shared")
    else response.end(hello(user))
  })
}

function expressApp({ auth, control, options }: App, origin: string): Server {
  const { routes, session } = authForExpress(auth, options)
  const app = express()
  app.use(routes)
  app.all("/control", async (request, response) =>
    sendResponse(await control(await toRequest(request, { origin })), response),
  )
  app.get("/", async (request, response) => {
    response.send(hello((await session(request, response)).user))
  })
  app.get("/shared", async (request, response) => {
    await session(request, response)
    response.set(shared).send("shared")
  })
  return createServer(app)
}

function honoApp({ auth, control, options }: App): Server {
  const { routes, session } = authForHono(auth, options)
  const app = new Hono()
  app.all("/auth/*", routes)
  app.all("/control", ({ req }) => control(req.raw))
  app.get("/", async (context) => context.text(hello((await session(context)).user)))
  app.get("/shared", async (context) => {
    await session(context)
    return context.text("shared", 200, shared)
  })
  return createAdaptorServer(app) as Server
}

/** An application of each framework that is installed here. */
export const inProcessApps = { "node:http": nodeApp, Express: expressApp, Hono: honoApp }
