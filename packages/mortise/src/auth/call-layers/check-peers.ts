import type { Settings } from "../config/settings.ts"
import { loadJose, loadOAuth, missingPackages, type PeerName } from "../core/optional-peers.ts"
import type { CallLayer } from "./call-layer.ts"

/** Throws `invalid` before a call if the settings need packages that are not installed. The error names them all. */
export function createCheckPeers(settings: Settings): CallLayer {
  const needed = neededPeers(settings)
  let passed = needed.length === 0

  const check = async (): Promise<void> => {
    if (passed) return
    const results = await Promise.allSettled(needed.map(([, load]) => load()))
    const missing = needed.map(([name]) => name).filter((_, index) => results[index]?.status === "rejected")
    const failure = results.find((result) => result.status === "rejected")
    if (failure) throw missingPackages(missing, failure.reason)
    passed = true
  }

  return async (next) => {
    await check()
    return next()
  }
}

type Peer = readonly [name: PeerName, load: () => Promise<unknown>]

function neededPeers({ session, providers }: Settings): Peer[] {
  const all = [...providers.values()]
  const logsOut = all.some((provider) => provider.type === "oidc" && (provider.logout ?? []).length > 0)
  const needed: Peer[] = []
  if (session.strategy === "jwt" || logsOut) needed.push(["jose", loadJose])
  if (providers.size > 0) needed.push(["oauth4webapi", loadOAuth])
  return needed
}
