import { migration } from '@posthorn/chassis'

/** The numbers that the author of a post is limited to. */
export const groups010 = migration('groups_009_authors_of_posts', ['alter table post add column author_numbers text[]'])
