import { authRoutes } from "../../../src/auth/index.ts"
import { memory } from "../support/backends.ts"
import type { Browser } from "../support/browser.ts"
import { openWorld, type WorldOptions } from "../support/world.ts"

/** An application with its routes, and the reasons of the refusals so far. */
export async function openRoutes(options: WorldOptions = {}) {
  const world = await openWorld(memory.open, options)
  const routes = authRoutes(world.auth, { onError: () => {} })
  const visit = async (browser: Browser, ...sent: Parameters<Browser["request"]>) => {
    const response = await routes(browser.request(...sent))
    browser.jar.store(response.headers.getSetCookie())
    return response
  }
  return { ...world, routes, visit, reasons: () => world.events.flatMap(reasonOf) }
}

const reasonOf = (event: object) => ("reason" in event ? [event.reason] : [])
