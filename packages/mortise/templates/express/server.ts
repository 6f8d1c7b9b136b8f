import { ExpressAuth, getSession } from "@auth/express"
import express from "express"
import { config } from "./auth.ts"

const port = Number(process.env.PORT ?? 3000)
const { host } = new URL(process.env.AUTH_URL ?? `http://localhost:${port}`)

const app = express()

// Auth.js reads its own address from the Host header, which a client can forge.
app.use((request, _response, next) => {
  request.headers.host = host
  next()
})

app.use("/auth", ExpressAuth(config))

app.get("/", async (request, response) => {
  const session = await getSession(request, config)
  if (session) response.json({ email: session.user.email, role: session.user.role })
  else response.send(`<a href="/auth/signin">Sign in</a>`)
})

app.listen(port, (error) => {
  if (error) {
    console.error(`The server cannot listen on port ${port}: ${error.message}`)
    process.exit(1)
  }
  console.log(`Open http://localhost:${port}`)
})
