import type { World } from "../../support/world.ts"

export const email = "ada@example.com"

/** Requests a link in a new browser. */
export const requestLink = (world: World, address: unknown = email) =>
  world.auth.email.request(world.openBrowser().post(), { email: address })

/** Posts the form of the page that a link opens. */
export const followLink = (world: World, form: Record<string, string>, browser = world.openBrowser()) =>
  world.auth.email.follow(browser.request("/auth/confirm", { form }))
