import type { Adapter } from "../../../mortise/src/index.ts"
import { audited, encryptedTokens, hashedSessions } from "../../../mortise/src/layers/index.ts"
import type { Engine } from "./engine.ts"

const key = Uint8Array.from({ length: 32 }, (_, index) => index)
const keys = [{ id: "k1", secret: "pQ3kX9vT0mZ7bY2nL5wR8dF1gH4jC6sAeU7iO0xW3zE=" }]

/** Hashes of sessions, encrypted tokens and records of all writes. */
const addLayers = (adapter: Adapter): Adapter =>
  audited(hashedSessions(encryptedTokens(adapter, { keys })), () => {}, { key })

/** Adds layers to the callers of an engine. What is stored before they start has none: it is from before. */
export function addLayersTo(engine: Engine): Engine {
  const layered = new WeakMap<Adapter, Adapter>()
  const readLayered = (adapter: Adapter): Adapter => {
    const known = layered.get(adapter) ?? addLayers(adapter)
    layered.set(adapter, known)
    return known
  }
  return {
    ...engine,
    name: `${engine.name} with layers`,
    get callers() {
      return engine.callers.map(readLayered)
    },
    alone: addLayers(engine.alone),
    before: engine.alone,
    readStored: async (suffix) => maskSecrets(await engine.readStored(suffix)),
  }
}

/** Replaces what is random or depends on the keys of a run. */
const maskSecrets = (text: string): string =>
  text.replace(/enc1\.[\w.-]+/g, "#encrypted").replace(/h1--[\w-]{43}/g, "#hashed")
