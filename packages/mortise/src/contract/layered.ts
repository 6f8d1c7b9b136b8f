import type { OpenCiphers, RotatePage } from "./key-rotation.ts"

/** The name of a layer: the function that adds it. */
export type LayerName =
  | "split"
  | "hashedSessions"
  | "encryptedTokens"
  | "audited"
  | "traced"
  | "revokeOnRemoval"

/** What a layer adds to the adapter below it, besides its functions. */
export type Layered = {
  /** The layers, the innermost first. */
  readonly names: readonly LayerName[]
  /** The adapter below all layers. */
  readonly base: object
  /** Only with `encryptedTokens`, over an adapter that can list its rows. */
  readonly rotatePage?: RotatePage | undefined
  /** Only with `encryptedTokens` over the value of `mortiseDatabase`. */
  readonly openCiphers?: OpenCiphers | undefined
}

/** An own, enumerable property of every adapter with layers, so that it survives `{ ...adapter }`. */
export const layered: unique symbol = Symbol.for("mortise.layers") as never

const getLayers = (adapter: object): Layered | undefined => (adapter as { [layered]?: Layered })[layered]

/** The layers of an adapter, the innermost first. */
export const layerNames = (adapter: object): readonly LayerName[] => getLayers(adapter)?.names ?? []

/** The adapter below all layers, for tools that copy rows exactly as they are stored. */
export const withoutLayers = (adapter: object): object => getLayers(adapter)?.base ?? adapter

/** Re-encrypts accounts, if the adapter has the layer `encryptedTokens`. */
export const getRotatePage = (adapter: object): RotatePage | undefined => getLayers(adapter)?.rotatePage

/** The ciphers of Better Auth's rows, if the database has the layer `encryptedTokens`. */
export const getOpenCiphers = (database: object): OpenCiphers | undefined => getLayers(database)?.openCiphers
