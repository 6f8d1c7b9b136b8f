import { ExpressAuth, getSession } from "@auth/express"
import { Router } from "express"
import { config } from "./auth.ts"

export const authRoutes: Router = Router()

// Auth.js reads its own address from the Host header, which a client can forge.
authRoutes.use("/auth", (request, _response, next) => {
  request.headers.host = new URL(process.env.AUTH_URL ?? "http://localhost:3000").host
  next()
})

authRoutes.use("/auth", ExpressAuth(config))

// Shows who is signed in. Your pages read the session in the same way.
authRoutes.get("/signed-in", async (request, response, next) => {
  try {
    const session = await getSession(request, config)
    if (session) response.json({ email: session.user.email, role: session.user.role })
    else response.redirect("/auth/signin?callbackUrl=/signed-in")
  } catch (error) {
    next(error)
  }
})
