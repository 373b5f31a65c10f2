// What readers see of one subject at a cutoff, and the rows that differ between two cutoffs.
import type { Instant } from '../time.ts';
import type { Direction, ExternalState, Validity, ViewStatus } from '../verdict/views.ts';

/** The published row behind a value: its time, its release, its words, and what it cites. */
export type Published = {
  /** As loaded. */
  readonly observedAt: Instant;
  /** The release that published the row. */
  readonly release: number;
  /** The words of the row; null if it has none. */
  readonly words: string | null;
  /** True if the source had already cut the words. */
  readonly isCut: boolean;
  readonly citationIds: readonly string[];
};

/** The computed values of a brief; each is null where the brief does not state it. */
export type BriefValues = {
  readonly action: string | null;
  readonly direction: Direction | null;
  readonly decisionMode: string | null;
  readonly priceStatus: string | null;
  readonly relatedBasis: string | null;
  /** The words behind the views that the brief shows first. */
  readonly citationIds: readonly string[];
};

/** A view in its state: the revision with the greatest (countsFrom, revision). */
export type ViewState = Published & {
  readonly beliefId: string;
  readonly personId: string;
  readonly revision: number;
  readonly countsFrom: Instant;
  readonly direction: Direction;
  readonly status: ViewStatus;
  readonly validity: Validity;
  readonly externalState: ExternalState;
};

export type Move = 'initiated' | 'updated' | 'strengthened' | 'weakened' | 'reversed' | 'closed' | 'none';

/** One revision of a view. */
export type Step = ViewState & { readonly move: Move };

export type PartKind = 'claim' | 'condition' | 'target';

/** A claim, a condition or a target in its state. */
export type Part = Published & {
  readonly beliefId: string;
  readonly personId: string;
  readonly kind: PartKind;
  readonly partId: string;
  /** The role of a claim, the status of a condition, the range of a target. */
  readonly value: string;
};

/** A withdrawal of evidence, by the release that did it. */
export type EvidenceWithdrawal = {
  readonly evidenceId: string;
  readonly beliefId: string;
  readonly personId: string;
  readonly release: number;
  readonly withdrawnAt: Instant;
  readonly reason: string;
};

/** One subject at one cutoff. A subject without a brief has no values, views or parts. */
export type SubjectState = {
  readonly brief: BriefValues | null;
  /** Each eligible belief in its state. */
  readonly views: readonly ViewState[];
  /** Parts of the beliefs whose parts differ between the cutoffs, each in its state. */
  readonly parts: readonly Part[];
};

/** A revision that the earlier cutoff shows and the later one does not. */
export type GoneStep = Pick<Step, 'beliefId' | 'personId' | 'revision'> & {
  /** The release that closed it. */
  readonly release: number;
  readonly closedAt: Instant;
};

/** The reason of a withdrawn belief. */
export type BeliefWithdrawal = { readonly beliefId: string; readonly reason: string };

/** A part that the earlier cutoff shows and the later one does not, with the release that closed its state. */
export type GonePart = Pick<Part, 'beliefId' | 'kind' | 'partId'> & {
  readonly release: number;
  readonly closedAt: Instant;
};

/** All that tells two cutoffs of one subject apart. `since` is not after `until`. */
export type SubjectDifference = {
  readonly since: SubjectState;
  readonly until: SubjectState;
  /** Revisions that only the later cutoff shows. */
  readonly came: readonly Step[];
  readonly gone: readonly GoneStep[];
  readonly gonePartRows: readonly GonePart[];
  readonly withdrawnBeliefs: readonly BeliefWithdrawal[];
  readonly withdrawnEvidence: readonly EvidenceWithdrawal[];
};
