import type { App } from "./app.ts"
import { softwareDevice } from "./software-device.ts"
import type { Tab } from "./tab.ts"

/** A tab without a browser: it sends what the script of the sign-in page sends, with a passkey device in software. */
export async function openSoftwareTab({ client, origin }: App): Promise<Tab> {
  const { copyDevice, swapDevice, register, authenticate } = softwareDevice(origin)

  async function answer(search: string, form: Record<string, string> = {}): Promise<string> {
    const { action, options } = JSON.parse(
      (await client.visit(`/auth/webauthn-options/passkey?${search}`)).text,
    )
    const data = JSON.stringify(action === "register" ? register(options) : authenticate(options))
    return (await client.visit("/auth/callback/passkey", { ...form, action, data })).path
  }

  return {
    copyDevice,
    swapDevice,
    submitEmail: (email) => answer(`${new URLSearchParams({ email })}`, { email }),
    takeAutofill: () => answer("action=authenticate"),
    addPasskey: () => answer("action=register"),
    token: async () => client.token(),
    forgetCookies: async () => client.forgetCookies(),
  }
}
