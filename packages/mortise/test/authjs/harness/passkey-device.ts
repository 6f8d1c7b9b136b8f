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

/**
 * Says whether one of the two numbers of an ECDSA signature has fewer than 32 bytes, as 1 signature of 140 has. The
 * library of Auth.js refuses these signatures, so a device of the tests signs again. A signature of Ed25519, which newer
 * versions of Chromium make, is always the same. This function runs in pages, too.
 */
export function hasShortNumber(signature: Uint8Array): boolean {
  const isEcdsa = signature[0] === 0x30 && signature[1] === signature.length - 2 && signature[2] === 2
  if (!isEcdsa) return false
  const secondStart = 6 + (signature[3] ?? 0)
  return [4, secondStart].some((start) => {
    const length = signature[start - 1] ?? 0
    return length < 32 || (length === 32 && signature[start] === 0)
  })
}

declare const rewindPasskeys: () => Promise<void>

/** Runs in a page: lets its device sign until both numbers of the signature are long. */
function signAgainIfShort(isShort: typeof hasShortNumber): void {
  const get = navigator.credentials.get.bind(navigator.credentials)
  navigator.credentials.get = async (options) => {
    for (;;) {
      const credential = (await get(options)) as { response: { signature: ArrayBuffer } } & Credential
      if (!isShort(new Uint8Array(credential.response.signature))) return credential
      await rewindPasskeys()
    }
  }
}

/** Gives a tab a virtual passkey device, which is empty at first. */
export async function passkeyPort(context: BrowserContext, page: Page) {
  const devtools = await context.newCDPSession(page)
  await devtools.send("WebAuthn.enable")
  let device = await plugIn(devtools, [])
  const copyDevice = () => contentOf(devtools, device)
  async function swapDevice(content: Content = []) {
    await devtools.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: device })
    device = await plugIn(devtools, content)
  }

  await page.exposeFunction("rewindPasskeys", async () => {
    const passkeys = await copyDevice()
    await swapDevice(passkeys.map((passkey) => ({ ...passkey, signCount: passkey.signCount - 1 })))
  })
  await page.addInitScript({ content: `(${signAgainIfShort})(${hasShortNumber})` })

  return {
    /** The content of the device, for a later clone. */
    copyDevice,
    /** Replaces the device by an empty one, or by a clone with the given content. */
    swapDevice,
  }
}
