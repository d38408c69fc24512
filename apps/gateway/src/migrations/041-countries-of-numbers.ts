import { migration } from '@posthorn/chassis'

/** Countries of numbers, as the service of numbers announces them. */
export const countriesOfNumbers041 = migration('gateway_041_countries_of_numbers', [
  `create table number_country (
    workspace_id text collate "C" not null,
    number_id text collate "C" not null,
    version int not null,
    country text,
    primary key (workspace_id, number_id)
  )`,
])
