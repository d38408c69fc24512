import { migration } from '@posthorn/chassis'

/** Adds who sent a message, by the name of that time. */
export const messaging029 = migration('messaging_029_authors', ['alter table message add author jsonb'])
