/**
 * The features from the lowest to the highest: each imports only what stands before it, on the
 * server, in pages and in types. Where a lower feature needs something of a higher one, `src/app`
 * hands it in.
 * `dependencies.test.ts` holds the real imports against this list.
 */
export const featureOrder = [
  'site',
  'deliveries',
  'mailbox',
  'places',
  'jobs',
  'salaries',
  'api',
  'accounts',
  'newsletter',
  'contact',
  'favorites',
  'alerts',
  'cv',
  'names',
  'postings',
  'insights',
  'inquiries',
  'employers',
  'connections',
  'profiles',
  'desk',
  'widget',
  'imports',
  'duplicates',
  'moderation',
  'home',
  'system',
  'admin',
] as const
