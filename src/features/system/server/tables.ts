export type SystemTables = { node_samples: NodeSample }

/** What a node did since its last sample, a minute before. */
export type NodeSample = {
  /** Host and process, so that two nodes of one host differ. */
  node: string
  at: Date
  version: string
  started_at: Date
  requests: number
  cached: number
  failed: number
  refused: number
  p50_ms: number
  p95_ms: number
  event_loop_ms: number
  memory_mb: number
  cpu_percent: number
  connections: number
  waiting: number
}
