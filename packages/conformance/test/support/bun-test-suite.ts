import { conformance } from "../../src/bun-test.ts"
import { chosenCases, faultyFactory } from "./faulty-adapter.ts"

await conformance({ factory: faultyFactory, only: chosenCases, name: "faulty", seed: 1 })
