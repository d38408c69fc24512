import { migration } from '@posthorn/chassis'

/** Says what the function costs, so that names are looked up by their index and not one by one. */
export const contacts005 = migration('contacts_005_search', [`alter function trigrams(text) cost 10000`])
