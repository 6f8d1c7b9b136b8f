import { conformance } from "../../src/vitest.ts"
import { chosenCases, faultyFactory } from "./faulty-adapter.ts"

await conformance({ factory: faultyFactory, only: chosenCases, name: "faulty", seed: 1 })
