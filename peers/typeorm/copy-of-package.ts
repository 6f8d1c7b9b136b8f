type Package = typeof import("@auth/typeorm-adapter")

let copies = 0

/** The package has one connection per process. A separate copy of its module gives each store its own connection. */
export const copyOfPackage = (): Promise<Package> =>
  import(`${import.meta.resolve("@auth/typeorm-adapter")}?copy=${copies++}`)
