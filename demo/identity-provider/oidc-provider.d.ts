// The package's entry warns of every Node release that is not LTS, so its modules are imported
// directly.

declare module 'oidc-provider/lib/provider.js' {
  export { default as Provider } from 'oidc-provider'
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  import type { AdapterConstructor } from 'oidc-provider'

  export function createMemoryAdapter(clockToleranceSeconds: number): AdapterConstructor
}
