type Package = typeof import("@auth/typeorm-adapter")

let copies = 0

/** The package keeps one connection per process; a copy of its module per store keeps stores apart. */
export const copyOfPackage = (): Promise<Package> =>
  import(`${import.meta.resolve("@auth/typeorm-adapter")}?copy=${copies++}`)
