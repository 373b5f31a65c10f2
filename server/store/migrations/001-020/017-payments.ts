// Refunds and lost disputes: the reversals of a payment, and the entry that takes back the rest of a purchase.

export const paymentSchema = {
  name: '017-payments',
  // An older server reads the same balances, and takes nothing back.
  breaking: false,
  statements: [
    // A payment of the provider. Each report about it locks its row first, so that a refund and its purchase never miss
    // each other, in any order. `purchase` is the reference of its ledger entry if that is another id, such as an
    // invoice's. amount and currency belong to a purchase.
    `create table payment (
       origin text not null, payment_id text collate "C" not null, purchase text collate "C",
       amount bigint check (amount >= 0), currency text, noted_at timestamptz(3) not null,
       primary key (origin, payment_id))`,
    `create index payment_purchase on payment (origin, purchase)`,

    // amount: the refunds of one charge so far, or one lost dispute; of_amount: the charge, if the provider reports it.
    `create table payment_reversal (
       origin text not null, reversal_id text collate "C" not null, payment_id text collate "C" not null,
       cause text not null check (cause in ('refund', 'dispute')),
       amount bigint not null check (amount > 0), of_amount bigint check (of_amount > 0), currency text,
       noted_at timestamptz(3) not null,
       primary key (origin, reversal_id), foreign key (origin, payment_id) references payment)`,
    `create index payment_reversal_payment on payment_reversal (origin, payment_id)`,

    // The id of the entry that is taken back from. No foreign key: a restore writes entries in the order of their ids.
    `alter table ledger_entry add column taken_from text collate "C"`,
    `alter table ledger_entry drop constraint ledger_entry_kind_check`,
    `alter table ledger_entry add constraint ledger_entry_kind_check
       check (kind in ('prepaid', 'period', 'period_end', 'spend_limit', 'take_back'))`,
    `alter table ledger_entry add constraint ledger_entry_taken_from_check
       check ((kind = 'take_back') = (taken_from is not null) and (kind <> 'take_back' or units is not null))`,
  ],
};
