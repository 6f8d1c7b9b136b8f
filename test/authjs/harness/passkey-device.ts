import type { BrowserContext, CDPSession, Page } from "playwright-core"

const options = {
  protocol: "ctap2",
  transport: "internal",
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
} as const

type Content = Awaited<ReturnType<typeof contentOf>>

/** Passkeys with their private keys and counters. */
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

/** The port of a tab for virtual passkey devices, with one empty device in it. */
export async function passkeyPort(context: BrowserContext, page: Page) {
  const devtools = await context.newCDPSession(page)
  await devtools.send("WebAuthn.enable")
  let device = await plugIn(devtools, [])
  return {
    /** What is on the device, for a later clone. */
    copyDevice: () => contentOf(devtools, device),
    /** Takes the device out and puts another in: an empty one, or one made from a copy. */
    async swapDevice(content: Content = []) {
      await devtools.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: device })
      device = await plugIn(devtools, content)
    },
  }
}
