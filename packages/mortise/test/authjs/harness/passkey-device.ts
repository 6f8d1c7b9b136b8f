import type { BrowserContext, CDPSession, Page } from "playwright-core"

const options = {
  protocol: "ctap2",
  transport: "internal",
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
} as const

type Content = Awaited<ReturnType<typeof contentOf>>

/** The passkeys of a device, with their private keys and counters. */
async function contentOf(devtools: CDPSession, authenticatorId: string) {
  const { credentials } = await devtools.send("WebAuthn.getCredentials", { authenticatorId })
  return credentials
}

async function plugIn(devtools: CDPSession, content: Content): Promise<string> {
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", { options })
  for (const credential of content) {
    await devtools.send("WebAuthn.addCredential", { authenticatorId, credential })
  }
  return authenticatorId
}

/** Gives a tab a virtual passkey device, which is empty at first. */
export async function passkeyPort(context: BrowserContext, page: Page) {
  const devtools = await context.newCDPSession(page)
  await devtools.send("WebAuthn.enable")
  let device = await plugIn(devtools, [])
  return {
    /** The content of the device, for a later clone. */
    copyDevice: () => contentOf(devtools, device),
    /** Replaces the device by an empty one, or by a clone with the given content. */
    async swapDevice(content: Content = []) {
      await devtools.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: device })
      device = await plugIn(devtools, content)
    },
  }
}
