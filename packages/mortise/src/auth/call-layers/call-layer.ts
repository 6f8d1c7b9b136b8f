/** Runs around every call of a public function. `next` runs the function, through the layers inside this one. */
export type CallLayer = <R>(next: () => Promise<R>, args: readonly unknown[]) => Promise<R>

type AsyncFunctions<G> = { readonly [Name in keyof G]: (...args: never[]) => Promise<unknown> }

/** The same functions, each inside the layers. The first layer is the outermost. */
export function addCallLayers<G extends AsyncFunctions<G>>(layers: readonly CallLayer[], group: G): G {
  const inLayers =
    <A extends readonly never[], R>(run: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> =>
      layers.reduceRight<() => Promise<R>>(
        (next, layer) => () => layer(next, args),
        () => run(...args),
      )()
  const wrapped = Object.entries<AsyncFunctions<G>[keyof G]>(group).map(([name, run]) => [
    name,
    inLayers(run),
  ])
  // `fromEntries` loses the names; each function has kept its type.
  return Object.fromEntries(wrapped) as G
}
