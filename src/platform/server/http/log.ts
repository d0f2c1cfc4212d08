import type { FastifyServerOptions } from 'fastify'

/** Of a person, and of an account in front of a host. */
const address = /[\w.!#$%&'*+=?^`{|}~-]+@(?=[\w-]+\.[\w.-]+)/g

/**
 * Lines of JSON with ISO times and names of levels. Mail servers and the database repeat addresses
 * in their errors, and a log outlives the periods after which addresses go: only their domains
 * stay.
 */
export const logOptions = (
  level: string,
  stream?: NodeJS.WritableStream,
): NonNullable<FastifyServerOptions['logger']> =>
  level !== 'silent' && {
    level,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (name) => ({ level: name }) },
    hooks: {
      streamWrite: (line) => (line.includes('@') ? line.replaceAll(address, '•••@') : line),
    },
    ...(stream && { stream }),
  }
