// Made from the document of the gateway (/openapi.json) by `npm run generate`. Do not edit.
export interface components {
    schemas: {
        Error: {
            /**
             * @description Always false
             * @example false
             */
            success: boolean;
            error: {
                /** @enum {string} */
                code: "BAD_REQUEST" | "VALIDATION_ERROR" | "INVALID_REQUEST_BODY" | "UNAUTHORIZED" | "MISSING_AUTH" | "INVALID_API_KEY" | "FORBIDDEN" | "PROJECT_ACCESS_DENIED" | "PROJECT_DISABLED" | "EMAIL_VERIFICATION_REQUIRED" | "INTERNAL_SERVER_ERROR" | "RESOURCE_NOT_FOUND" | "CAMPAIGN_NOT_FOUND" | "WORKFLOW_NOT_FOUND" | "CONTACT_NOT_FOUND" | "TEMPLATE_NOT_FOUND" | "CONFLICT" | "IDEMPOTENCY_KEY_REUSED" | "RATE_LIMIT_EXCEEDED" | "BILLING_LIMIT_EXCEEDED" | "DATABASE_ERROR" | "EXTERNAL_SERVICE_ERROR";
                /** @example An unexpected error occurred */
                message: string;
                /** @example 500 */
                statusCode: number;
                /**
                 * Format: uuid
                 * @description The same as the header X-Request-ID
                 */
                requestId: string;
                /** @description Every wrong field; at most 100 */
                errors?: components["schemas"]["FieldError"][];
                /**
                 * @example {
                 *       "resource": "Contact",
                 *       "id": "5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42"
                 *     }
                 */
                details?: {
                    [key: string]: unknown;
                };
                /**
                 * @description What to do next
                 * @example Check the fields listed in `errors`.
                 */
                suggestion?: string;
            };
            /** Format: date-time */
            timestamp: string;
        };
        FieldError: {
            /** @example email */
            field: string;
            /** @example Invalid email address */
            message: string;
            /** @example invalid_string */
            code: string;
            /**
             * @description What came instead; with `invalid_type` and `reserved_event`
             * @example undefined
             */
            received?: string;
        };
        ShortError: {
            /** @example Email is required */
            error: string;
        };
        /**
         * @description A tree of conditions: at most 10 levels and 200 filters
         * @example {
         *       "logic": "AND",
         *       "groups": [
         *         {
         *           "filters": [
         *             {
         *               "field": "data.plan",
         *               "operator": "equals",
         *               "value": "pro"
         *             }
         *           ]
         *         }
         *       ]
         *     }
         */
        Condition: {
            /**
             * @description What joins the groups
             * @enum {string}
             */
            logic: "AND" | "OR";
            groups: components["schemas"]["ConditionGroup"][];
        };
        /** @description At least one filter, or conditions of its own; all of it must hold */
        ConditionGroup: {
            /** @description All of them must hold */
            filters?: components["schemas"]["ConditionFilter"][];
            conditions?: components["schemas"]["Condition"];
        };
        ConditionFilter: {
            /**
             * @description `email`, `subscribed`, `createdAt`, `updatedAt`, `data.<key>`, `event.<name>`, `email.<activity>` or `segment.<id>`
             * @example data.plan
             */
            field: string;
            /** @enum {string} */
            operator: "equals" | "notEquals" | "contains" | "notContains" | "greaterThan" | "lessThan" | "greaterThanOrEqual" | "lessThanOrEqual" | "gt" | "lt" | "gte" | "lte" | "exists" | "notExists" | "within" | "olderThan" | "triggered" | "notTriggered" | "triggeredWithin" | "notTriggeredWithin" | "triggeredOlderThan" | "memberOfSegment" | "notMemberOfSegment";
            /**
             * @description What to compare with; not for operators that ask whether there is any
             * @example pro
             */
            value?: unknown;
            /**
             * @description With operators that look back in time
             * @enum {string}
             */
            unit?: "days" | "hours" | "minutes";
            /** @description With `email.*`: only mails made of this template */
            templateId?: string;
            /**
             * @description With `email.opened` and `email.clicked`: only what people did
             * @enum {string}
             */
            by?: "human";
        };
        /**
         * @example {
         *       "to": "ada@example.org",
         *       "from": "hello@example.org",
         *       "subject": "Welcome, {{firstName}}",
         *       "body": "<p>Hello {{firstName}}</p>",
         *       "data": {
         *         "firstName": "Ada"
         *       }
         *     }
         */
        Mail: components["schemas"]["SendContent"] | components["schemas"]["SendTemplate"];
        /**
         * @description A mail with its own content
         * @example {
         *       "to": "ada@example.org",
         *       "from": "hello@example.org",
         *       "subject": "Welcome, {{firstName}}",
         *       "body": "<p>Hello {{firstName}}</p>",
         *       "data": {
         *         "firstName": "Ada"
         *       }
         *     }
         */
        SendContent: {
            /** @description One recipient, or up to 1,000 who each get a mail of their own */
            to: string | components["schemas"]["NamedAddress"] | (string | components["schemas"]["NamedAddress"])[];
            /** @example Welcome, {{firstName}} */
            subject: string;
            /**
             * @description HTML
             * @example <p>Hello {{firstName ?? "friend"}}</p>
             */
            body: string;
            /**
             * Format: uuid
             * @description Its subject, body and sender are used where the request has none
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            template?: string;
            /**
             * @description On a verified domain; needed unless the template has one
             * @example Example <hello@example.org>
             */
            from: string | components["schemas"]["NamedSender"];
            /**
             * @deprecated
             * @description Say `from: { name, email }` instead
             * @example Example
             */
            name?: string;
            /** @description Subscribes or unsubscribes the contact; without it nothing changes */
            subscribed?: boolean;
            /**
             * @description Rendered with, and stored on the contact
             * @example {
             *       "firstName": "Ada",
             *       "plan": "pro"
             *     }
             */
            data?: {
                [key: string]: unknown;
            };
            /**
             * @example {
             *       "X-Order": "1042"
             *     }
             */
            headers?: {
                [key: string]: string;
            };
            /**
             * Format: email
             * @description Where answers go
             * @example ada@example.org
             */
            reply?: string;
            attachments?: components["schemas"]["Attachment"][];
        };
        NamedAddress: {
            /**
             * Format: email
             * @example ada@example.org
             */
            email: string;
            /** @example Ada */
            name?: string;
        };
        NamedSender: {
            /** @example hello@example.org */
            email: string;
            /** @example Ada */
            name?: string;
        };
        /** @description A mail made of a template */
        SendTemplate: {
            /** @description One recipient, or up to 1,000 who each get a mail of their own */
            to: string | components["schemas"]["NamedAddress"] | (string | components["schemas"]["NamedAddress"])[];
            /** @example Welcome, {{firstName}} */
            subject?: string;
            /**
             * @description HTML
             * @example <p>Hello {{firstName ?? "friend"}}</p>
             */
            body?: string;
            /**
             * Format: uuid
             * @description Its subject, body and sender are used where the request has none
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            template: string;
            /**
             * @description On a verified domain; needed unless the template has one
             * @example Example <hello@example.org>
             */
            from?: string | components["schemas"]["NamedSender"];
            /**
             * @deprecated
             * @description Say `from: { name, email }` instead
             * @example Example
             */
            name?: string;
            /** @description Subscribes or unsubscribes the contact; without it nothing changes */
            subscribed?: boolean;
            /**
             * @description Rendered with, and stored on the contact
             * @example {
             *       "firstName": "Ada",
             *       "plan": "pro"
             *     }
             */
            data?: {
                [key: string]: unknown;
            };
            /**
             * @example {
             *       "X-Order": "1042"
             *     }
             */
            headers?: {
                [key: string]: string;
            };
            /**
             * Format: email
             * @description Where answers go
             * @example ada@example.org
             */
            reply?: string;
            attachments?: components["schemas"]["Attachment"][];
        };
        Attachment: {
            /** @example invoice.pdf */
            filename: string;
            /** @example JVBERi0xLjQK */
            content: string;
            /** @example application/pdf */
            contentType: string;
            /**
             * @description Another name of contentType
             * @example application/pdf
             */
            type?: string;
            /**
             * @default attachment
             * @enum {string}
             */
            disposition?: "attachment" | "inline";
            /** @example logo */
            contentId?: string;
        };
        SendResult: {
            emails: {
                contact: components["schemas"]["ContactRef"];
                /**
                 * Format: uuid
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                email: string;
            }[];
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            timestamp: string;
        };
        ContactRef: {
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            id: string;
            /**
             * Format: email
             * @example ada@example.org
             */
            email: string;
        };
        TrackedEvent: {
            /**
             * Format: email
             * @example ada@example.org
             */
            email: string;
            /** @example order.placed */
            event: string;
            subscribed?: boolean;
            /**
             * @example {
             *       "firstName": "Ada",
             *       "plan": "pro"
             *     }
             */
            data?: {
                [key: string]: unknown;
            };
        };
        TrackResult: {
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            contact: string;
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            event: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            timestamp: string;
        };
        TrackedOrRecorded: components["schemas"]["TrackedEvent"] | components["schemas"]["RecordedEvent"];
        RecordedEvent: {
            /** @example order.placed */
            name: string;
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            contactId?: string;
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            emailId?: string;
            /**
             * @example {
             *       "firstName": "Ada",
             *       "plan": "pro"
             *     }
             */
            data?: {
                [key: string]: unknown;
            };
        };
        Event: {
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            id: string;
            /** @example order.placed */
            name: string;
            /**
             * @example {
             *       "firstName": "Ada",
             *       "plan": "pro"
             *     }
             */
            data: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            projectId: string;
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            contactId: string | null;
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            emailId: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /** @description In lists only */
            contact?: components["schemas"]["ContactRef"] | null;
        };
        EventUsage: {
            usedInSegments: {
                /**
                 * Format: uuid
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
                name: string;
            }[];
            usedInWorkflows: {
                /**
                 * Format: uuid
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
                name: string;
            }[];
            /** @example 1 */
            totalCount: number;
            /** @example 1 */
            uniqueContacts: number;
            /** @description Nothing refers to it, and it is no system event */
            canDelete: boolean;
        };
        Verification: {
            /** @example ada@example.org */
            email: string;
            valid: boolean;
            isDisposable: boolean;
            isAlias: boolean;
            isTypo: boolean;
            isPlusAddressed: boolean;
            isPersonalEmail: boolean;
            domainExists: boolean;
            hasWebsite: boolean;
            hasMxRecords: boolean;
            /**
             * @example [
             *       "Email appears to be valid"
             *     ]
             */
            reasons: string[];
            /**
             * @description Present with a likely typo
             * @example ada@gmail.com
             */
            suggestedEmail?: string;
        };
        ImportJob: {
            /** @example import-5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42-1769851800000-0f3a */
            jobId: string;
            id: string;
            /** @enum {string} */
            status: "queued" | "completed" | "failed";
            /** @enum {string} */
            state: "waiting" | "active" | "completed" | "failed";
            progress: number;
            /**
             * @description Rows dealt with: imported + updated + skipped
             * @example 3
             */
            totalRows: number;
            /** @example 1 */
            imported: number;
            /** @example 1 */
            updated: number;
            /** @example 1 */
            skipped: number;
            /** @description The first 1,000 */
            errors: {
                /** @example 4 */
                row: number;
                /** @example nobody */
                email: string;
                /** @enum {string} */
                reason: "invalid_email" | "undeliverable" | "processing_error";
            }[];
            /** @description Null until the job is completed */
            result: {
                /**
                 * @description Rows dealt with: imported + updated + skipped
                 * @example 3
                 */
                totalRows: number;
                /** @example 1 */
                imported: number;
                /** @example 1 */
                updated: number;
                /** @example 1 */
                skipped: number;
                /** @description The first 1,000 */
                errors: {
                    /** @example 4 */
                    row: number;
                    /** @example nobody */
                    email: string;
                    /** @enum {string} */
                    reason: "invalid_email" | "undeliverable" | "processing_error";
                }[];
            } | null;
            data: {
                filename: string;
                /** @description Bytes */
                size: number;
            };
            failedReason: string | null;
        };
        Contact: {
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            id: string;
            /**
             * Format: email
             * @example ada@example.org
             */
            email: string;
            subscribed: boolean;
            /**
             * @example {
             *       "firstName": "Ada",
             *       "plan": "pro"
             *     }
             */
            data: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            projectId: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
        };
        UpsertedContact: {
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            id: string;
            /**
             * Format: email
             * @example ada@example.org
             */
            email: string;
            subscribed: boolean;
            /**
             * @example {
             *       "firstName": "Ada",
             *       "plan": "pro"
             *     }
             */
            data: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            projectId: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
            _meta: {
                isNew: boolean;
                isUpdate: boolean;
            };
        };
        ContactField: {
            /** @example data.plan */
            field: string;
            /** @enum {string} */
            type: "number" | "boolean" | "date" | "string";
            isCustom: boolean;
            /**
             * @description Share of contacts that have the field, 0 to 1
             * @example 0.25
             */
            coverage: number;
        };
        BulkJob: {
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            jobId: string;
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            id: string;
            /** @enum {string} */
            status: "queued" | "completed" | "failed";
            /** @enum {string} */
            state: "waiting" | "active" | "completed" | "failed";
            /**
             * @description 0 to 100
             * @example 100
             */
            progress: number;
            /** @description Null until the job has ended */
            result: {
                /** @enum {string} */
                operation: "subscribe" | "unsubscribe" | "delete";
                /** @example 1 */
                totalRequested: number;
                /** @example 1 */
                successCount: number;
                /** @example 1 */
                unchangedCount: number;
                /** @example 1 */
                failureCount: number;
                /** @description At most 1,000 */
                errors: {
                    contactId: string;
                    email: string | null;
                    /** @example Contact not found */
                    error: string;
                }[];
            } | null;
            /**
             * @example {
             *       "firstName": "Ada",
             *       "plan": "pro"
             *     }
             */
            data: {
                [key: string]: unknown;
            };
            failedReason: string | null;
        };
        Template: {
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            id: string;
            /** @example Welcome */
            name: string;
            /** @example Sent after sign-up */
            description: string | null;
            /** @example Welcome, {{firstName ?? "friend"}} */
            subject: string;
            /** @example <p>Hello {{firstName}}</p> */
            body: string;
            /**
             * Format: email
             * @example ada@example.org
             */
            from: string;
            /** @example Example */
            fromName: string | null;
            /**
             * Format: email
             * @example ada@example.org
             */
            replyTo: string | null;
            /** @enum {string} */
            type: "TRANSACTIONAL" | "MARKETING" | "HEADLESS";
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            projectId: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
        };
        TemplateUsage: {
            campaigns: {
                /**
                 * Format: uuid
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
                /** @example Spring news */
                name: string;
                /** @enum {string} */
                status: "DRAFT" | "SCHEDULED" | "SENDING" | "SENT" | "CANCELLED";
            }[];
            workflowSteps: {
                /**
                 * Format: uuid
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
                name: string;
                /**
                 * Format: uuid
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                workflowId: string;
                workflowName: string;
            }[];
            /**
             * @description Mails made of it that left
             * @example 1
             */
            emailsSent: number;
        };
        Campaign: {
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            id: string;
            /** @example Spring sale */
            name: string;
            description: string | null;
            /** @example News, {{firstName ?? "friend"}} */
            subject: string;
            /** @example <p>Hello {{firstName}}</p> */
            body: string;
            /**
             * Format: email
             * @example ada@example.org
             */
            from: string;
            fromName: string | null;
            /**
             * Format: email
             * @example ada@example.org
             */
            replyTo: string | null;
            /** @enum {string} */
            type: "TRANSACTIONAL" | "MARKETING" | "HEADLESS";
            /** @enum {string} */
            status: "DRAFT" | "SCHEDULED" | "SENDING" | "SENT" | "CANCELLED";
            /** @enum {string} */
            audienceType: "ALL" | "SEGMENT" | "FILTERED";
            audienceCondition: components["schemas"]["Condition"] | null;
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            segmentId: string | null;
            segment: {
                /**
                 * Format: uuid
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
                /** @example VIP */
                name: string;
            } | null;
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            templateId: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            scheduledFor: string | null;
            /** @example 0 */
            totalRecipients: number;
            /** @example 0 */
            sentCount: number;
            /** @example 0 */
            deliveredCount: number;
            /** @example 0 */
            openedCount: number;
            /** @example 0 */
            clickedCount: number;
            /** @example 0 */
            bouncedCount: number;
            /** @example 0 */
            complainedCount: number;
            /** @example 0 */
            unsubscribedCount: number;
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            projectId: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            sentAt: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
        };
        CampaignStats: {
            /** @example 0 */
            totalRecipients: number;
            /** @example 0 */
            sentCount: number;
            /** @example 0 */
            deliveredCount: number;
            /** @example 0 */
            openedCount: number;
            /** @example 0 */
            clickedCount: number;
            /** @example 0 */
            bouncedCount: number;
            /** @example 0 */
            complainedCount: number;
            /** @example 0 */
            unsubscribedCount: number;
            /**
             * @description Mails opened by people, as far as can be told
             * @example 0
             */
            humanOpens: number;
            /** @example 0 */
            humanClicks: number;
            /** @example 12.5 */
            openRate: number;
            /** @example 12.5 */
            clickRate: number;
            /** @example 12.5 */
            bounceRate: number;
            /** @example 12.5 */
            deliveryRate: number;
            /** @example 12.5 */
            complaintRate: number;
            /** @example 12.5 */
            unsubscribeRate: number;
        };
        CampaignLink: {
            /** @example https://example.com/sale */
            target: string;
            /** @example 0 */
            clicks: number;
            /**
             * @description Those by people, as far as can be told
             * @example 0
             */
            humanClicks: number;
            /**
             * @description Who followed it
             * @example 0
             */
            contacts: number;
        };
        CoursePoint: {
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            at: string;
            /** @example 0 */
            sends: number;
            /** @example 0 */
            deliveries: number;
            /**
             * @description Mails opened for the first time
             * @example 0
             */
            opens: number;
            /**
             * @description Mails followed for the first time
             * @example 0
             */
            clicks: number;
        };
        CampaignProgress: {
            /** @enum {string} */
            status: "DRAFT" | "SCHEDULED" | "SENDING" | "SENT" | "CANCELLED";
            paused: boolean;
            /** @example 0 */
            frozen: number;
            /** @example 0 */
            pending: number;
            /** @example 0 */
            sending: number;
            /** @example 0 */
            sent: number;
            /** @example 0 */
            failed: number;
            /** @example 0 */
            suppressed: number;
            /** @example 0 */
            unknown: number;
            /**
             * @description Mails a second, lately
             * @example 250.5
             */
            rateNow: number;
            /**
             * @description Mails a second; null: as fast as the provider takes them
             * @example 500
             */
            rateLimit: number | null;
            /**
             * @description null while it cannot be known
             * @example 40
             */
            secondsLeft: number | null;
        };
        Recipient: {
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            emailId: string;
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            contactId: string;
            /**
             * Format: email
             * @example ada@example.org
             */
            email: string;
            /** @enum {string} */
            status: "PENDING" | "SENDING" | "SENT" | "DELIVERED" | "RECEIVED" | "OPENED" | "CLICKED" | "BOUNCED" | "COMPLAINED" | "FAILED" | "SUPPRESSED" | "UNKNOWN";
            /**
             * @description Why it is so: the provider's words, or ours
             * @example Contact is unsubscribed
             */
            reason: string | null;
            /** @example 1 */
            attempts: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            sentAt: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            deliveredAt: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            openedAt: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            clickedAt: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            bouncedAt: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            complainedAt: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            unsubscribedAt: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
        };
        Segment: {
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            id: string;
            /** @example VIP users */
            name: string;
            /** @example On a paid plan */
            description: string | null;
            /**
             * @default DYNAMIC
             * @enum {string}
             */
            type: "DYNAMIC" | "STATIC";
            condition: components["schemas"]["Condition"] | null;
            /** @default false */
            trackMembership: boolean;
            /** @example 1 */
            memberCount: number;
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            projectId: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
        };
        Workflow: {
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            id: string;
            /** @example Welcome series */
            name: string;
            /** @example Three mails after sign-up */
            description: string | null;
            enabled: boolean;
            /** @enum {string} */
            triggerType: "EVENT" | "MANUAL" | "SCHEDULE";
            /**
             * @example {
             *       "eventName": "signup"
             *     }
             */
            triggerConfig: {
                [key: string]: unknown;
            } | null;
            allowReentry: boolean;
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            projectId: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
        };
        WorkflowWithSteps: {
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            id: string;
            /** @example Welcome series */
            name: string;
            /** @example Three mails after sign-up */
            description: string | null;
            enabled: boolean;
            /** @enum {string} */
            triggerType: "EVENT" | "MANUAL" | "SCHEDULE";
            /**
             * @example {
             *       "eventName": "signup"
             *     }
             */
            triggerConfig: {
                [key: string]: unknown;
            } | null;
            allowReentry: boolean;
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            projectId: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
            steps: {
                /**
                 * Format: uuid
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
                /**
                 * Format: uuid
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                workflowId: string;
                /** @enum {string} */
                type: "TRIGGER" | "SEND_EMAIL" | "DELAY" | "WAIT_FOR_EVENT" | "CONDITION" | "WEBHOOK" | "UPDATE_CONTACT" | "EXIT";
                /** @example Wait two days */
                name: string;
                /**
                 * @example {
                 *       "x": 100,
                 *       "y": 250
                 *     }
                 */
                position: {
                    x: number;
                    y: number;
                };
                /**
                 * @example {
                 *       "amount": 2,
                 *       "unit": "days"
                 *     }
                 */
                config: {
                    [key: string]: unknown;
                };
                /**
                 * Format: uuid
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                templateId: string | null;
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                createdAt: string;
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                updatedAt: string;
                template: {
                    /**
                     * Format: uuid
                     * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                     */
                    id: string;
                    /** @example Welcome */
                    name: string;
                } | null;
                outgoingTransitions: components["schemas"]["WorkflowTransition"][];
                incomingTransitions: components["schemas"]["WorkflowTransition"][];
            }[];
            transitions: components["schemas"]["WorkflowTransition"][];
            /**
             * @description Executions that were begun by events and wait to be started
             * @example 1
             */
            startsWaiting: number;
        };
        WorkflowTransition: {
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            id: string;
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            fromStepId: string;
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            toStepId: string;
            condition: {
                /** @example yes */
                branch: string;
            } | null;
            /** @example yes */
            branch: string | null;
            waitOutcome: ("EVENT" | "TIMEOUT") | null;
            /** @example 1 */
            priority: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
        };
        WorkflowStep: {
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            id: string;
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            workflowId: string;
            /** @enum {string} */
            type: "TRIGGER" | "SEND_EMAIL" | "DELAY" | "WAIT_FOR_EVENT" | "CONDITION" | "WEBHOOK" | "UPDATE_CONTACT" | "EXIT";
            /** @example Wait two days */
            name: string;
            /**
             * @example {
             *       "x": 100,
             *       "y": 250
             *     }
             */
            position: {
                x: number;
                y: number;
            };
            /**
             * @example {
             *       "amount": 2,
             *       "unit": "days"
             *     }
             */
            config: {
                [key: string]: unknown;
            };
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            templateId: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
        };
        WorkflowExecution: {
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            id: string;
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            workflowId: string;
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            contactId: string;
            /** @enum {string} */
            status: "RUNNING" | "WAITING" | "COMPLETED" | "EXITED" | "FAILED" | "CANCELLED";
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            currentStepId: string | null;
            /** @example exit_step */
            exitReason: string | null;
            /**
             * @example {
             *       "firstName": "Ada",
             *       "plan": "pro"
             *     }
             */
            context: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            startedAt: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            completedAt: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
            contact: {
                /**
                 * Format: uuid
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
                /** Format: email */
                email: string;
            } | null;
            currentStep: {
                /**
                 * Format: uuid
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
                /** @example Wait two days */
                name: string;
                /** @enum {string} */
                type: "TRIGGER" | "SEND_EMAIL" | "DELAY" | "WAIT_FOR_EVENT" | "CONDITION" | "WEBHOOK" | "UPDATE_CONTACT" | "EXIT";
            } | null;
        };
        WorkflowExecutionWithSteps: {
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            id: string;
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            workflowId: string;
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            contactId: string;
            /** @enum {string} */
            status: "RUNNING" | "WAITING" | "COMPLETED" | "EXITED" | "FAILED" | "CANCELLED";
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            currentStepId: string | null;
            /** @example exit_step */
            exitReason: string | null;
            /**
             * @example {
             *       "firstName": "Ada",
             *       "plan": "pro"
             *     }
             */
            context: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            startedAt: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            completedAt: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
            contact: {
                /**
                 * Format: uuid
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
                /** Format: email */
                email: string;
            } | null;
            currentStep: {
                /**
                 * Format: uuid
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
                /** @example Wait two days */
                name: string;
                /** @enum {string} */
                type: "TRIGGER" | "SEND_EMAIL" | "DELAY" | "WAIT_FOR_EVENT" | "CONDITION" | "WEBHOOK" | "UPDATE_CONTACT" | "EXIT";
            } | null;
            workflow: {
                /**
                 * Format: uuid
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
                /** @example Welcome series */
                name: string;
            };
            stepExecutions: {
                /**
                 * Format: uuid
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
                /**
                 * Format: uuid
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                executionId: string;
                /**
                 * Format: uuid
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                stepId: string;
                /** @enum {string} */
                status: "PENDING" | "SCHEDULED" | "WAITING" | "RUNNING" | "COMPLETED" | "SKIPPED" | "FAILED";
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                scheduledFor: string | null;
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                executeAfter: string | null;
                /**
                 * @example {
                 *       "firstName": "Ada",
                 *       "plan": "pro"
                 *     }
                 */
                output: {
                    [key: string]: unknown;
                } | null;
                /** @example WEBHOOK has no url */
                error: string | null;
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                startedAt: string | null;
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                completedAt: string | null;
            }[];
            /**
             * @example {
             *       "firstName": "Ada",
             *       "plan": "pro"
             *     }
             */
            workflowSnapshot: {
                [key: string]: unknown;
            };
        };
        Email: {
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            id: string;
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            projectId: string;
            /**
             * Format: uuid
             * @description null: a test mail of a campaign
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            contactId: string | null;
            /**
             * Format: email
             * @example ada@example.org
             */
            to: string;
            /** @example Ada */
            toName: string | null;
            /** @example Welcome */
            subject: string;
            /**
             * @description Left out in lists
             * @example <p>Hello</p>
             */
            body?: string;
            /**
             * Format: email
             * @example ada@example.org
             */
            from: string;
            /** @example Example */
            fromName: string | null;
            /**
             * Format: email
             * @example ada@example.org
             */
            replyTo: string | null;
            /**
             * @example {
             *       "X-Order": "1042"
             *     }
             */
            headers: {
                [key: string]: string;
            };
            attachments: {
                /** @example invoice.pdf */
                filename: string;
                /**
                 * @description base64; left out in lists
                 * @example JVBERi0xLjQK
                 */
                content?: string;
                /** @example application/pdf */
                contentType: string;
                /** @enum {string} */
                disposition: "attachment" | "inline";
                /** @example logo */
                contentId: string | null;
            }[];
            /** @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42@example.org */
            messageId: string;
            /** @enum {string} */
            sourceType: "TRANSACTIONAL" | "CAMPAIGN" | "WORKFLOW" | "INBOUND";
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            templateId: string | null;
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            campaignId: string | null;
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            workflowExecutionId: string | null;
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            workflowStepExecutionId: string | null;
            /** @enum {string} */
            status: "PENDING" | "SENDING" | "SENT" | "DELIVERED" | "RECEIVED" | "OPENED" | "CLICKED" | "BOUNCED" | "COMPLAINED" | "FAILED" | "SUPPRESSED" | "UNKNOWN";
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            sentAt: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            deliveredAt: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            openedAt: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            clickedAt: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            bouncedAt: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            complainedAt: string | null;
            /** @example 0 */
            opens: number;
            /** @example 0 */
            clicks: number;
            /**
             * @description Those by people, as far as can be told
             * @example 0
             */
            humanOpens: number;
            /** @example 0 */
            humanClicks: number;
            /** @example 550 5.1.1 no such user */
            error: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
        };
        Transition: {
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            at: string;
            from: ("PENDING" | "SENDING" | "SENT" | "DELIVERED" | "RECEIVED" | "OPENED" | "CLICKED" | "BOUNCED" | "COMPLAINED" | "FAILED" | "SUPPRESSED" | "UNKNOWN") | null;
            /** @enum {string} */
            to: "PENDING" | "SENDING" | "SENT" | "DELIVERED" | "RECEIVED" | "OPENED" | "CLICKED" | "BOUNCED" | "COMPLAINED" | "FAILED" | "SUPPRESSED" | "UNKNOWN";
            /** @example delivery */
            actor: string;
            /** @example 1 */
            attempt: number;
            /** @example 250 2.0.0 accepted */
            detail: string | null;
        };
        InboxItem: {
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            id: string;
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            emailId: string;
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            projectId: string;
            /** @example Example <hello@example.org> */
            from: string;
            /** @example ada@example.org */
            to: string;
            /** @example Welcome */
            subject: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            receivedAt: string;
        };
        InboxMail: {
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            id: string;
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            emailId: string;
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            projectId: string;
            /** @example Example <hello@example.org> */
            from: string;
            /** @example ada@example.org */
            to: string;
            /** @example Welcome */
            subject: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            receivedAt: string;
            /**
             * @example {
             *       "X-Order": "1042"
             *     }
             */
            headers: {
                [key: string]: string;
            };
            /** @example <p>Hello</p> */
            html: string | null;
            /** @example Hello */
            text: string | null;
            attachments: {
                /** @example invoice.pdf */
                filename: string;
                /**
                 * @description base64; left out in lists
                 * @example JVBERi0xLjQK
                 */
                content?: string;
                /** @example application/pdf */
                contentType: string;
                /** @enum {string} */
                disposition: "attachment" | "inline";
                /** @example logo */
                contentId: string | null;
            }[];
            /** @example From: hello@example.org */
            raw: string | null;
        };
        Domain: {
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            id: string;
            /** @example example.org */
            domain: string;
            verified: boolean;
            /**
             * @example [
             *       "p1"
             *     ]
             */
            dkimTokens: string[];
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            projectId: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
            records: {
                /** @enum {string} */
                type: "TXT" | "MX" | "CNAME";
                /** @example p1._domainkey.example.org */
                name: string;
                /** @example v=DKIM1; k=rsa; p=MIIB */
                value: string;
                /**
                 * @description MX only
                 * @example 10
                 */
                priority?: number;
                verified: boolean;
                /**
                 * @description What was wrong when it was last looked up
                 * @example No TXT record at p1._domainkey.example.org
                 */
                problem: string | null;
            }[];
        };
        ActivityPage: {
            data: components["schemas"]["Activity"][];
            cursor: string | null;
            hasMore: boolean;
        };
        Activity: {
            /** @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42_sent */
            id: string;
            /** @enum {string} */
            type: "event.triggered" | "email.sent" | "email.delivered" | "email.received" | "email.opened" | "email.clicked" | "email.bounced" | "email.complaint" | "contact.subscribed" | "contact.unsubscribed" | "campaign.sent" | "campaign.scheduled" | "workflow.started" | "workflow.completed" | "workflow.email.scheduled";
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            timestamp: string;
            /**
             * Format: email
             * @example ada@example.org
             */
            contactEmail: string | null;
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            contactId: string | null;
            /**
             * @example {
             *       "firstName": "Ada",
             *       "plan": "pro"
             *     }
             */
            metadata: {
                [key: string]: unknown;
            };
        };
        ActivityStats: {
            /** @example 12 */
            totalEvents: number;
            /** @example 12 */
            totalEmailsSent: number;
            /** @example 12 */
            totalEmailsOpened: number;
            /** @example 12 */
            totalEmailsClicked: number;
            /** @example 12 */
            totalWorkflowsStarted: number;
            /** @example 12.5 */
            openRate: number;
            /** @example 12.5 */
            clickRate: number;
        };
        DayPoint: {
            /** @example 2026-01-31 */
            date: string;
            /** @example 12 */
            emails: number;
            /** @example 12 */
            opens: number;
            /** @example 12 */
            clicks: number;
            /** @example 12 */
            bounces: number;
            /** @example 12 */
            delivered: number;
            /**
             * @description Mails opened by people, as far as can be told
             * @example 9
             */
            humanOpens: number;
            /** @example 12 */
            humanClicks: number;
        };
        TopCampaign: {
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            id: string;
            /** @example News */
            subject: string;
            /** @example 12 */
            sentCount: number;
            /** @example 12 */
            openedCount: number;
            /** @example 12 */
            clickedCount: number;
            /** @example 12.5 */
            openRate: number;
            /** @example 12.5 */
            clickRate: number;
            /** @example 12 */
            humanOpens: number;
            /** @example 12 */
            humanClicks: number;
        };
        CampaignStatistics: {
            /** @example 12 */
            total: number;
            /** @example 12 */
            active: number;
            /** @example 12 */
            completed: number;
            /** @example 12.5 */
            averageOpenRate: number;
            /** @example 12.5 */
            averageClickRate: number;
        };
        DomainFigures: {
            /**
             * @description null: domains with too few mails to be told apart
             * @example example.com
             */
            domain: string | null;
            /** @example 12 */
            sent: number;
            /** @example 12 */
            delivered: number;
            /**
             * @description For good, by class of reason
             * @example {
             *       "address": 2
             *     }
             */
            bounced: {
                [key: string]: number;
            };
            /**
             * @description Tried more than once
             * @example 1
             */
            deferred: number;
            /** @example 12 */
            complaints: number;
        };
        TopEvent: {
            /** @example order.placed */
            name: string;
            /** @example 12 */
            count: number;
            /**
             * @description Percent against the window before; 100 for a new name
             * @example 25
             */
            trend: number;
        };
        UploadedImage: {
            /**
             * Format: uri
             * @example https://api.example.org/uploads/9c1e2d3c4b5a69780f1e2d3c4b5a69788796a5b4c3d2e1f0.png
             */
            url: string;
            /** @example 9c1e2d3c4b5a69780f1e2d3c4b5a69788796a5b4c3d2e1f0.png */
            key: string;
            /** @example logo.png */
            filename: string;
            /** @enum {string} */
            contentType: "image/jpeg" | "image/png" | "image/gif" | "image/webp";
            /** @example 2048 */
            size: number;
        };
        User: {
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            id: string;
            /**
             * Format: email
             * @example ada@example.org
             */
            email: string;
        };
        Session: {
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            id: string;
            /** @description It is the one that asks */
            current: boolean;
            /**
             * @description As it was last used
             * @example 203.0.113.7
             */
            ip: string;
            /**
             * @description What the client calls itself
             * @example Mozilla/5.0
             */
            agent: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description A minute behind at most
             * @example 2026-01-31T09:30:00.000Z
             */
            lastUsedAt: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            expiresAt: string;
        };
        Project: {
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            id: string;
            /** @example Acme */
            name: string;
            /** @example pk_0000000000000000000000000000000000000000000000000000000000000000 */
            public: string;
            /**
             * @description Whole from creation and regenerate-keys only, elsewhere its first 8 digits
             * @example sk_0000000000000000000000000000000000000000000000000000000000000000
             */
            secret: string;
            disabled: boolean;
            disabledReason: ("PAYMENT_FAILED" | "EMAIL_REPUTATION" | "PHISHING_DETECTED" | "CARD_VERIFICATION_FAILED" | "MANUAL") | null;
            customer: string | null;
            subscription: string | null;
            /** @example null */
            billingLimitWorkflows: number | null;
            /** @example null */
            billingLimitCampaigns: number | null;
            /** @example null */
            billingLimitTransactional: number | null;
            /** @example null */
            billingLimitInbound: number | null;
            /** @enum {string} */
            tracking: "ENABLED" | "DISABLED" | "MARKETING_ONLY";
            /** @example en */
            language: string;
            /**
             * @description The address of an image that recipient pages show
             * @example null
             */
            logo: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
        };
        ProjectReset: {
            /** @enum {string} */
            state: "active" | "completed";
            /**
             * @description Percent
             * @example 100
             */
            progress: number;
            /**
             * Format: date-time
             * @description What was made until then goes
             * @example 2026-01-31T09:30:00.000Z
             */
            requestedAt: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            endedAt: string | null;
        };
        ProjectKeys: {
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            id: string;
            /** @example Acme */
            name: string;
            /** @example pk_0000000000000000000000000000000000000000000000000000000000000000 */
            public: string;
            /**
             * @description Whole from creation and regenerate-keys only, elsewhere its first 8 digits
             * @example sk_0000000000000000000000000000000000000000000000000000000000000000
             */
            secret: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            updatedAt: string;
            disabled: boolean;
            customer: string | null;
            subscription: string | null;
        };
        Member: {
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            userId: string;
            /**
             * Format: email
             * @example ada@example.org
             */
            email: string;
            /** @enum {string} */
            role: "OWNER" | "ADMIN" | "MEMBER";
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
        };
        MemberChange: {
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            userId: string;
            /**
             * Format: email
             * @example ada@example.org
             */
            email: string;
            /** @enum {string} */
            role: "OWNER" | "ADMIN" | "MEMBER";
        };
        Retention: {
            /**
             * @description Events and activity; null: for ever
             * @example 365
             */
            events: number | null;
            /**
             * @description Bodies and attachments; null: as the installation says
             * @example 30
             */
            mailContent: number | null;
        };
        Security: {
            status: {
                /**
                 * Format: uuid
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                projectId: string;
                isHealthy: boolean;
                shouldDisable: boolean;
                /** @description Always zeros */
                twentyFourHour: {
                    /** @example 1200 */
                    total: number;
                    bounces: number;
                    complaints: number;
                    /**
                     * @description Percent
                     * @example 0.5
                     */
                    bounceRate: number;
                    complaintRate: number;
                };
                sevenDay: {
                    /** @example 1200 */
                    total: number;
                    bounces: number;
                    complaints: number;
                    /**
                     * @description Percent
                     * @example 0.5
                     */
                    bounceRate: number;
                    complaintRate: number;
                };
                allTime: {
                    /** @example 1200 */
                    total: number;
                    bounces: number;
                    complaints: number;
                    /**
                     * @description Percent
                     * @example 0.5
                     */
                    bounceRate: number;
                    complaintRate: number;
                };
                /** @description Always false */
                isNewProject: boolean;
                violations: string[];
                warnings: string[];
            };
            levels: {
                /** @enum {string} */
                bounce7Day: "healthy" | "warning" | "critical";
                /** @enum {string} */
                bounceAllTime: "healthy" | "warning" | "critical";
                /** @enum {string} */
                complaint7Day: "healthy" | "warning" | "critical";
                /** @enum {string} */
                complaintAllTime: "healthy" | "warning" | "critical";
            };
            isDisabled: boolean;
        };
        AuditEntry: {
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            id: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            at: string;
            actor: {
                /** @enum {string} */
                type: "user" | "key" | "operator" | "system";
                id: string;
                /**
                 * @description A user's address at the time
                 * @example ada@example.org
                 */
                name: string | null;
            };
            /** @example member.added */
            action: string;
            /** @example ada@example.org MEMBER */
            target: string | null;
            /** @example 203.0.113.7 */
            ip: string | null;
        };
        SetupState: {
            hasSubscription: boolean;
            hasVerifiedDomain: boolean;
            contactCount: number;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            lastCampaignSentAt: string | null;
            hasEnabledWorkflow: boolean;
        };
        ProjectKey: {
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            id: string;
            /** @example Shop */
            name: string;
            /** @enum {string} */
            scope: "send" | "read" | "full";
            /**
             * @description Whole from creation only, elsewhere its first 8 digits
             * @example sk_0000000000000000000000000000000000000000000000000000000000000000
             */
            key: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description A minute behind at most
             * @example 2026-01-31T09:30:00.000Z
             */
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            expiresAt: string | null;
        };
        WebhookSecret: {
            /**
             * @description `whsec_` and the key in base64
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=
             */
            secret: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Until then requests have a second signature, by the secret before; null: there was none, or its day is over
             * @example 2026-01-31T09:30:00.000Z
             */
            previousUntil: string | null;
        };
        BillingLimits: {
            workflows: components["schemas"]["BillingLimit"];
            campaigns: components["schemas"]["BillingLimit"];
            transactional: components["schemas"]["BillingLimit"];
            inbound: components["schemas"]["BillingLimit"];
            /** @example usd */
            currency: string;
            freeTier: components["schemas"]["BillingLimit"] | null;
        };
        BillingLimit: {
            limit: number | null;
            usage: number;
            percentage: number;
            /** @description From 80 % */
            isWarning: boolean;
            /** @description From 100 % */
            isBlocked: boolean;
        };
        BillingConsumption: {
            period: {
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                start: string;
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                end: string;
            };
            usage: {
                total: number;
                records: {
                    /**
                     * Format: date-time
                     * @example 2026-01-31T09:30:00.000Z
                     */
                    start: string;
                    /**
                     * Format: date-time
                     * @example 2026-01-31T09:30:00.000Z
                     */
                    end: string;
                    value: number;
                }[];
            };
            /**
             * @description In the smallest unit of the currency
             * @example 1900
             */
            credits: number;
            upcomingInvoice: {
                /**
                 * @description In the smallest unit of the currency
                 * @example 1900
                 */
                amountDue: number;
                currency: string;
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                periodStart: string;
                /**
                 * Format: date-time
                 * @example 2026-01-31T09:30:00.000Z
                 */
                periodEnd: string;
                /**
                 * @description In the smallest unit of the currency
                 * @example 1900
                 */
                subtotal: number;
                /**
                 * @description In the smallest unit of the currency
                 * @example 1900
                 */
                total: number;
            } | null;
        };
        Invoices: {
            invoices: components["schemas"]["Invoice"][];
            hasUnpaidInvoices: boolean;
            unpaidInvoices: components["schemas"]["Invoice"][];
        };
        Invoice: {
            /** @example in_1 */
            id: string;
            number: string | null;
            status: string | null;
            /**
             * @description In the smallest unit of the currency
             * @example 1900
             */
            amountDue: number;
            /**
             * @description In the smallest unit of the currency
             * @example 1900
             */
            amountPaid: number;
            currency: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            created: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            periodStart: string;
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            periodEnd: string;
            hostedInvoiceUrl: string | null;
            invoicePdf: string | null;
            /**
             * @description In the smallest unit of the currency
             * @example 1900
             */
            subtotal: number;
            /**
             * @description In the smallest unit of the currency
             * @example 1900
             */
            total: number;
            paid: boolean;
        };
        PublicContact: {
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            id: string;
            /**
             * Format: email
             * @example ada@example.org
             */
            email: string;
            subscribed: boolean;
            /** @example en */
            language: string;
        };
        Subscription: {
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            id: string;
            /**
             * Format: email
             * @example ada@example.org
             */
            email: string;
            subscribed: boolean;
        };
        Notices: components["schemas"]["Notice"] | components["schemas"]["Notice"][];
        Notice: {
            /**
             * @description Replay key, known for 7 days
             * @example evt-1042
             */
            id: string;
            /**
             * @example delivery
             * @enum {string}
             */
            type: "delivery" | "bounce" | "complaint" | "open" | "click" | "received";
            /**
             * Format: uuid
             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
             */
            emailId?: string | null;
            /** @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42@example.org */
            messageId?: string | null;
            /** @example ada@example.org */
            recipient?: string | null;
            timestamp?: string | number | null;
            /**
             * @description Permanent, Transient; anything else is Undetermined
             * @example Permanent
             */
            bounceType?: string | null;
            /** @example 550 5.1.1 no such user */
            diagnostic?: string | null;
            /** @example https://example.org/ */
            link?: string | null;
            /**
             * @description Of `received`: `name <address>`
             * @example Ada <ada@example.org>
             */
            from?: string | null;
            /**
             * @example [
             *       "hello@example.org"
             *     ]
             */
            to?: string[] | string | null;
            /** @example Re: Welcome */
            subject?: string | null;
            /** @example Hello */
            text?: string | null;
            /** @example <p>Hello</p> */
            html?: string | null;
        };
        /**
         * @example {
         *       "success": true
         *     }
         */
        WebhookReceipt: {
            success: boolean;
            duplicate?: boolean;
            message?: string;
        };
        Health: {
            /** @constant */
            status: "ok";
            /**
             * Format: date-time
             * @example 2026-01-31T09:30:00.000Z
             */
            time: string;
            /** @enum {string} */
            environment: "development" | "test" | "production";
            /**
             * @description Seconds
             * @example 12.5
             */
            uptime: number;
            /**
             * @example {
             *       "rss": 180000000
             *     }
             */
            memoryUsage: {
                [key: string]: number;
            };
        };
        Settings: {
            /** @example production */
            environment: string;
            urls: {
                /** @example https://example.org */
                api: string;
                /** @example https://example.org */
                dashboard: string;
                /** @example https://example.org */
                landing: string | null;
                /** @example https://example.org */
                wiki: string | null;
            };
            features: {
                billing: {
                    enabled: boolean;
                };
                storage: {
                    /** @description Uploads work */
                    s3Enabled: boolean;
                };
                authProviders: {
                    github: boolean;
                    google: boolean;
                };
                signup: {
                    signupsDisabled: boolean;
                };
                email: {
                    trackingToggleEnabled: boolean;
                };
                sponsor: {
                    enabled: boolean;
                };
                smtp: {
                    enabled: boolean;
                    domain: string | null;
                    ports: {
                        secure: number;
                        submission: number;
                    } | null;
                };
            };
            aws: {
                sesRegion: string | null;
                /** @example posthorn */
                mailFromSubdomain: string;
            };
            mail: {
                /** @enum {string} */
                provider: "capture" | "smtp" | "ses";
                /** @example posthorn */
                mailFromSubdomain: string;
            };
        };
    };
    responses: never;
    parameters: {
        /**
         * @description One for each thing you want done: with the same key it is done once, however often you ask. Valid for 24 hours.
         * @example order-1042
         */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export interface operations {
    sendEmail: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One for each thing you want done: with the same key it is done once, however often you ask. Valid for 24 hours.
                 * @example order-1042
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Mail"];
            };
        };
        responses: {
            /** @description The mails, in the order of `to`, each with the contact it goes to */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true
                         * @example true
                         */
                        success: boolean;
                        data: components["schemas"]["SendResult"];
                    };
                };
            };
        };
    };
    trackEvent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One for each thing you want done: with the same key it is done once, however often you ask. Valid for 24 hours.
                 * @example order-1042
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrackedEvent"];
            };
        };
        responses: {
            /** @description The event, and the contact it belongs to */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true
                         * @example true
                         */
                        success: boolean;
                        data: components["schemas"]["TrackResult"];
                    };
                };
            };
        };
    };
    recordEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrackedOrRecorded"];
            };
        };
        responses: {
            /** @description The event */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true
                         * @example true
                         */
                        success: boolean;
                        data: components["schemas"]["TrackResult"];
                    };
                };
            };
            /** @description The event */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Only events of this name */
                eventName?: string;
                /** @description How many; larger numbers count as the maximum */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        events: components["schemas"]["Event"][];
                    };
                };
            };
        };
    };
    listContactEvents: {
        parameters: {
            query?: {
                /** @description How many; larger numbers count as the maximum */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the contact
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                contactId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        events: components["schemas"]["Event"][];
                    };
                };
            };
        };
    };
    countEvents: {
        parameters: {
            query?: {
                /** @description From this time on */
                startDate?: string;
                /** @description Up to this time */
                endDate?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Names with their numbers, most frequent first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example order.placed */
                        name: string;
                        /** @example 3 */
                        count: number;
                    }[];
                };
            };
        };
    };
    listEventNames: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The names, most frequent first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        eventNames: string[];
                    };
                };
            };
        };
    };
    getEventUsage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the event
                 * @example order.placed
                 */
                eventName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What refers to the event */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventUsage"];
                };
            };
        };
    };
    deleteEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the event
                 * @example order.placed
                 */
                eventName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many there were */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example 1 */
                        deletedCount: number;
                    };
                };
            };
        };
    };
    verifyEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @example ada@example.org
                     */
                    email: string;
                };
            };
        };
        responses: {
            /** @description What was found out about the address */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true
                         * @example true
                         */
                        success: boolean;
                        data: components["schemas"]["Verification"];
                    };
                };
            };
        };
    };
    verifyEmails: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    emails: string[];
                };
            };
        };
        responses: {
            /** @description What was found out, in the order the addresses were given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true
                         * @example true
                         */
                        success: boolean;
                        data: components["schemas"]["Verification"][];
                    };
                };
            };
        };
    };
    importContacts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The file
                     */
                    file: string;
                    /**
                     * @description `true`: rows whose address cannot take mail are skipped as `undeliverable`
                     * @example true
                     */
                    verify?: string;
                };
            };
        };
        responses: {
            /** @description The job that imports the file */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example import-5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42-1769851800000-0f3a */
                        jobId: string;
                        /** @constant */
                        status: "queued";
                        /** @example The bulk action was queued */
                        message: string;
                    };
                };
            };
        };
    };
    getContactImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the job, as it was answered when the job began
                 * @example import-5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42-1769851800000-0f3a
                 */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportJob"];
                };
            };
        };
    };
    exportContacts: {
        parameters: {
            query?: {
                /** @description A fragment to look for, without regard to case */
                search?: string;
                /** @description Only those who are, or who are not */
                subscribed?: "true" | "false";
                /** @description Leave cells as they are, even those a spreadsheet would run */
                raw?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    listContacts: {
        parameters: {
            query?: {
                /** @description How many; larger numbers count as the maximum */
                limit?: number;
                /** @description The `cursor` of the answer before */
                cursor?: string;
                /** @description A fragment to look for, without regard to case */
                search?: string;
                /** @description Only those who are, or who are not */
                subscribed?: "true" | "false";
                /** @description What to sort by */
                sort?: "email" | "createdAt";
                /** @description Ascending or descending */
                dir?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Contacts, and the cursor of the next ones */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Contact"][];
                        /**
                         * @description Absent at the end
                         * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                         */
                        cursor?: string;
                        hasMore: boolean;
                        /**
                         * @description Counted on the first page, 0 on later ones
                         * @example 1
                         */
                        total: number;
                    };
                };
            };
        };
    };
    upsertContact: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @example ada@example.org
                     */
                    email: string;
                    subscribed?: boolean;
                    /**
                     * @example {
                     *       "firstName": "Ada",
                     *       "plan": "pro"
                     *     }
                     */
                    data?: {
                        [key: string]: unknown;
                    } | null;
                };
            };
        };
        responses: {
            /** @description The contact */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpsertedContact"];
                };
            };
            /** @description The contact */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpsertedContact"];
                };
            };
        };
    };
    lookupContacts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @example [
                     *       "ada@example.org"
                     *     ]
                     */
                    emails: string[];
                };
            };
        };
        responses: {
            /** @description The addresses, as they were sent, sorted into those found and those not found */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @example [
                         *       "ada@example.org"
                         *     ]
                         */
                        found: string[];
                        /**
                         * @example [
                         *       "bob@example.org"
                         *     ]
                         */
                        notFound: string[];
                    };
                };
            };
        };
    };
    listContactFields: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The fields, by name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        fields: components["schemas"]["ContactField"][];
                        /** @example 1 */
                        count: number;
                    };
                };
            };
        };
    };
    listContactFieldValues: {
        parameters: {
            query?: {
                /** @description How many; larger numbers count as the maximum */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Name of the field; a custom one as `data.<key>`
                 * @example data.plan
                 */
                field: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The values, without null and empty ones */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example data.plan */
                        field: string;
                        /**
                         * @example [
                         *       "free",
                         *       "pro"
                         *     ]
                         */
                        values: unknown[];
                        /** @example 1 */
                        count: number;
                        /** @example 1 */
                        limit: number;
                    };
                };
            };
        };
    };
    getContactFieldUsage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the field; a custom one as `data.<key>`
                 * @example data.plan
                 */
                field: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What refers to the field */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        usedInSegments: {
                            /**
                             * Format: uuid
                             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                             */
                            id: string;
                            name: string;
                        }[];
                        usedInCampaigns: {
                            /**
                             * Format: uuid
                             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                             */
                            id: string;
                            name: string;
                        }[];
                        usedInWorkflows: {
                            /**
                             * Format: uuid
                             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                             */
                            id: string;
                            name: string;
                        }[];
                        /** @example 1 */
                        contactCount: number;
                        canDelete: boolean;
                    };
                };
            };
        };
    };
    deleteContactField: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the field; a custom one as `data.<key>`
                 * @example data.plan
                 */
                field: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many contacts had it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Contacts changed
                         * @example 1
                         */
                        deletedFrom: number;
                    };
                };
            };
        };
    };
    bulkSubscribeContacts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @default ids
                     * @enum {string}
                     */
                    mode?: "ids" | "query";
                    /** @description With mode ids */
                    contactIds?: string[];
                    /** @description With mode query; `{}` means every contact */
                    filter?: {
                        search?: string | null;
                        subscribed?: boolean | null;
                    };
                    excludeIds?: string[] | null;
                };
            };
        };
        responses: {
            /** @description The job that does it */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                         */
                        jobId: string;
                        /** @constant */
                        status: "queued";
                        /** @example The bulk action was queued */
                        message: string;
                    };
                };
            };
        };
    };
    bulkUnsubscribeContacts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @default ids
                     * @enum {string}
                     */
                    mode?: "ids" | "query";
                    /** @description With mode ids */
                    contactIds?: string[];
                    /** @description With mode query; `{}` means every contact */
                    filter?: {
                        search?: string | null;
                        subscribed?: boolean | null;
                    };
                    excludeIds?: string[] | null;
                };
            };
        };
        responses: {
            /** @description The job that does it */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                         */
                        jobId: string;
                        /** @constant */
                        status: "queued";
                        /** @example The bulk action was queued */
                        message: string;
                    };
                };
            };
        };
    };
    bulkDeleteContacts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @default ids
                     * @enum {string}
                     */
                    mode?: "ids" | "query";
                    /** @description With mode ids */
                    contactIds?: string[];
                    /** @description With mode query; `{}` means every contact */
                    filter?: {
                        search?: string | null;
                        subscribed?: boolean | null;
                    };
                    excludeIds?: string[] | null;
                };
            };
        };
        responses: {
            /** @description The job that does it */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                         */
                        jobId: string;
                        /** @constant */
                        status: "queued";
                        /** @example The bulk action was queued */
                        message: string;
                    };
                };
            };
        };
    };
    getBulkJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the job, as it was answered when the job began
                 * @example import-5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42-1769851800000-0f3a
                 */
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkJob"];
                };
            };
        };
    };
    getContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the contact
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contact */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
        };
    };
    deleteContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the contact
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the contact
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @example ada@example.org
                     */
                    email?: string;
                    subscribed?: boolean;
                    /**
                     * @example {
                     *       "firstName": "Ada",
                     *       "plan": "pro"
                     *     }
                     */
                    data?: {
                        [key: string]: unknown;
                    } | null;
                };
            };
        };
        responses: {
            /** @description The contact as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
        };
    };
    listTemplates: {
        parameters: {
            query?: {
                /** @description Which page, from 1 */
                page?: number;
                /** @description How many on a page; larger numbers count as the maximum */
                pageSize?: number;
                /** @description A fragment to look for, without regard to case */
                search?: string;
                /** @description Only those of this type */
                type?: "TRANSACTIONAL" | "MARKETING" | "HEADLESS";
                /** @description What to sort by */
                sort?: "name" | "createdAt" | "updatedAt";
                /** @description Ascending or descending */
                dir?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of templates */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Template"][];
                        /** @example 1 */
                        total: number;
                        /** @example 1 */
                        page: number;
                        /** @example 1 */
                        pageSize: number;
                        /** @example 1 */
                        totalPages: number;
                    };
                };
            };
        };
    };
    createTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Welcome */
                    name: string;
                    /** @example Sent after sign-up */
                    description?: string | null;
                    /** @example Welcome, {{firstName ?? "friend"}} */
                    subject: string;
                    /** @example <p>Hello {{firstName}}</p> */
                    body: string;
                    /**
                     * Format: email
                     * @example ada@example.org
                     */
                    from: string;
                    /** @example Example */
                    fromName?: string | null;
                    /**
                     * Format: email
                     * @example ada@example.org
                     */
                    replyTo?: string | null;
                    /** @enum {string} */
                    type?: "TRANSACTIONAL" | "MARKETING" | "HEADLESS";
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The new template */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
        };
    };
    getTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the template
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
        };
    };
    deleteTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the template
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the template
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @example Welcome */
                    name?: string;
                    /** @example Sent after sign-up */
                    description?: string | null;
                    /** @example Welcome, {{firstName ?? "friend"}} */
                    subject?: string;
                    /** @example <p>Hello {{firstName}}</p> */
                    body?: string;
                    /**
                     * Format: email
                     * @example ada@example.org
                     */
                    from?: string;
                    /** @example Example */
                    fromName?: string | null;
                    /**
                     * Format: email
                     * @example ada@example.org
                     */
                    replyTo?: string | null;
                    /** @enum {string} */
                    type?: "TRANSACTIONAL" | "MARKETING" | "HEADLESS";
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The template as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
        };
    };
    getTemplateUsage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the template
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What refers to the template */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateUsage"];
                };
            };
        };
    };
    duplicateTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the template
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The copy */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
        };
    };
    listCampaigns: {
        parameters: {
            query?: {
                /** @description Which page, from 1 */
                page?: number;
                /** @description How many on a page; larger numbers count as the maximum */
                pageSize?: number;
                /** @description A fragment to look for, without regard to case */
                search?: string;
                /** @description Only those in this state */
                status?: "DRAFT" | "SCHEDULED" | "SENDING" | "SENT" | "CANCELLED";
                /** @description What to sort by */
                sort?: "name" | "createdAt" | "updatedAt";
                /** @description Ascending or descending */
                dir?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of campaigns */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Campaign"][];
                        /** @example 1 */
                        total: number;
                        /** @example 1 */
                        page: number;
                        /** @example 1 */
                        pageSize: number;
                        /** @example 1 */
                        totalPages: number;
                    };
                };
            };
        };
    };
    createCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Spring sale */
                    name: string;
                    /** @example News, {{firstName ?? "friend"}} */
                    subject: string;
                    /** @example <p>Hello {{firstName}}</p> */
                    body: string;
                    /**
                     * Format: email
                     * @example ada@example.org
                     */
                    from: string;
                    /** @enum {string} */
                    audienceType: "ALL" | "SEGMENT" | "FILTERED";
                    /** @example To all customers */
                    description?: string | null;
                    /** @example Example */
                    fromName?: string | null;
                    /**
                     * Format: email
                     * @example ada@example.org
                     */
                    replyTo?: string | null;
                    type?: ("TRANSACTIONAL" | "MARKETING" | "HEADLESS") | null;
                    /** @description Needed with `audienceType` FILTERED */
                    audienceCondition?: components["schemas"]["Condition"] | null;
                    /**
                     * Format: uuid
                     * @description Needed with `audienceType` SEGMENT
                     * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                     */
                    segmentId?: string | null;
                    /**
                     * Format: uuid
                     * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                     */
                    templateId?: string | null;
                };
            };
        };
        responses: {
            /** @description The new campaign, with the number of recipients it would have now */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true
                         * @example true
                         */
                        success: boolean;
                        data: components["schemas"]["Campaign"];
                    };
                };
            };
        };
    };
    getCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the campaign
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
        };
    };
    updateCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the campaign
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Spring sale */
                    name?: string;
                    /** @example News, {{firstName ?? "friend"}} */
                    subject?: string;
                    /** @example <p>Hello {{firstName}}</p> */
                    body?: string;
                    /**
                     * Format: email
                     * @example ada@example.org
                     */
                    from?: string;
                    /** @enum {string} */
                    audienceType?: "ALL" | "SEGMENT" | "FILTERED";
                    /** @example To all customers */
                    description?: string | null;
                    /** @example Example */
                    fromName?: string | null;
                    /**
                     * Format: email
                     * @example ada@example.org
                     */
                    replyTo?: string | null;
                    type?: ("TRANSACTIONAL" | "MARKETING" | "HEADLESS") | null;
                    /** @description Needed with `audienceType` FILTERED */
                    audienceCondition?: components["schemas"]["Condition"] | null;
                    /**
                     * Format: uuid
                     * @description Needed with `audienceType` SEGMENT
                     * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                     */
                    segmentId?: string | null;
                    /**
                     * Format: uuid
                     * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                     */
                    templateId?: string | null;
                };
            };
        };
        responses: {
            /** @description The campaign as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
        };
    };
    deleteCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the campaign
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true
                         * @example true
                         */
                        success: boolean;
                        /** @example Campaign is being sent */
                        message: string;
                    };
                };
            };
        };
    };
    duplicateCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the campaign
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The copy */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                         */
                        id: string;
                        /** @example Spring sale */
                        name: string;
                        description: string | null;
                        /** @example News, {{firstName ?? "friend"}} */
                        subject: string;
                        /** @example <p>Hello {{firstName}}</p> */
                        body: string;
                        /**
                         * Format: email
                         * @example ada@example.org
                         */
                        from: string;
                        fromName: string | null;
                        /**
                         * Format: email
                         * @example ada@example.org
                         */
                        replyTo: string | null;
                        /** @enum {string} */
                        type: "TRANSACTIONAL" | "MARKETING" | "HEADLESS";
                        /** @enum {string} */
                        status: "DRAFT" | "SCHEDULED" | "SENDING" | "SENT" | "CANCELLED";
                        /** @enum {string} */
                        audienceType: "ALL" | "SEGMENT" | "FILTERED";
                        audienceCondition: components["schemas"]["Condition"] | null;
                        /**
                         * Format: uuid
                         * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                         */
                        segmentId: string | null;
                        segment: {
                            /**
                             * Format: uuid
                             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                             */
                            id: string;
                            /** @example VIP */
                            name: string;
                        } | null;
                        /**
                         * Format: uuid
                         * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                         */
                        templateId: string | null;
                        /**
                         * Format: date-time
                         * @example 2026-01-31T09:30:00.000Z
                         */
                        scheduledFor: string | null;
                        /** @example 0 */
                        totalRecipients: number;
                        /** @example 0 */
                        sentCount: number;
                        /** @example 0 */
                        deliveredCount: number;
                        /** @example 0 */
                        openedCount: number;
                        /** @example 0 */
                        clickedCount: number;
                        /** @example 0 */
                        bouncedCount: number;
                        /** @example 0 */
                        complainedCount: number;
                        /** @example 0 */
                        unsubscribedCount: number;
                        /**
                         * Format: uuid
                         * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                         */
                        projectId: string;
                        /**
                         * Format: date-time
                         * @example 2026-01-31T09:30:00.000Z
                         */
                        sentAt: string | null;
                        /**
                         * Format: date-time
                         * @example 2026-01-31T09:30:00.000Z
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @example 2026-01-31T09:30:00.000Z
                         */
                        updatedAt: string;
                        /**
                         * @description Always true
                         * @example true
                         */
                        success: boolean;
                        data: components["schemas"]["Campaign"];
                        /** @example Campaign is being sent */
                        message: string;
                    };
                };
            };
        };
    };
    sendCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the campaign
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @example 2035-01-31T09:30:00.000Z
                     */
                    scheduledFor?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description The campaign, and in words what happens next */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true
                         * @example true
                         */
                        success: boolean;
                        data: components["schemas"]["Campaign"];
                        /** @example Campaign is being sent */
                        message: string;
                    };
                };
            };
        };
    };
    cancelCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the campaign
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                         */
                        id: string;
                        /** @example Spring sale */
                        name: string;
                        description: string | null;
                        /** @example News, {{firstName ?? "friend"}} */
                        subject: string;
                        /** @example <p>Hello {{firstName}}</p> */
                        body: string;
                        /**
                         * Format: email
                         * @example ada@example.org
                         */
                        from: string;
                        fromName: string | null;
                        /**
                         * Format: email
                         * @example ada@example.org
                         */
                        replyTo: string | null;
                        /** @enum {string} */
                        type: "TRANSACTIONAL" | "MARKETING" | "HEADLESS";
                        /** @enum {string} */
                        status: "DRAFT" | "SCHEDULED" | "SENDING" | "SENT" | "CANCELLED";
                        /** @enum {string} */
                        audienceType: "ALL" | "SEGMENT" | "FILTERED";
                        audienceCondition: components["schemas"]["Condition"] | null;
                        /**
                         * Format: uuid
                         * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                         */
                        segmentId: string | null;
                        segment: {
                            /**
                             * Format: uuid
                             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                             */
                            id: string;
                            /** @example VIP */
                            name: string;
                        } | null;
                        /**
                         * Format: uuid
                         * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                         */
                        templateId: string | null;
                        /**
                         * Format: date-time
                         * @example 2026-01-31T09:30:00.000Z
                         */
                        scheduledFor: string | null;
                        /** @example 0 */
                        totalRecipients: number;
                        /** @example 0 */
                        sentCount: number;
                        /** @example 0 */
                        deliveredCount: number;
                        /** @example 0 */
                        openedCount: number;
                        /** @example 0 */
                        clickedCount: number;
                        /** @example 0 */
                        bouncedCount: number;
                        /** @example 0 */
                        complainedCount: number;
                        /** @example 0 */
                        unsubscribedCount: number;
                        /**
                         * Format: uuid
                         * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                         */
                        projectId: string;
                        /**
                         * Format: date-time
                         * @example 2026-01-31T09:30:00.000Z
                         */
                        sentAt: string | null;
                        /**
                         * Format: date-time
                         * @example 2026-01-31T09:30:00.000Z
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @example 2026-01-31T09:30:00.000Z
                         */
                        updatedAt: string;
                        /**
                         * @description Always true
                         * @example true
                         */
                        success: boolean;
                        data: components["schemas"]["Campaign"];
                        /** @example Campaign is being sent */
                        message: string;
                    };
                };
            };
        };
    };
    sendCampaignTest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the campaign
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @example ada@example.org
                     */
                    email: string;
                };
            };
        };
        responses: {
            /** @description In words where it was sent */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true
                         * @example true
                         */
                        success: boolean;
                        /** @example Campaign is being sent */
                        message: string;
                    };
                };
            };
        };
    };
    getCampaignStats: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the campaign
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Counters and rates */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignStats"];
                };
            };
        };
    };
    listCampaignLinks: {
        parameters: {
            query?: {
                /** @description JSON, or a table as CSV */
                format?: "json" | "csv";
            };
            header?: never;
            path: {
                /**
                 * @description Id of the campaign
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Links, most followed first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignLink"][];
                    "text/csv": string;
                };
            };
        };
    };
    getCampaignTimeline: {
        parameters: {
            query?: {
                /** @description How much time a point stands for */
                interval?: "minute" | "hour";
                /** @description From this time on */
                startDate?: string;
                /** @description Up to this time */
                endDate?: string;
                /** @description JSON, or a table as CSV */
                format?: "json" | "csv";
            };
            header?: never;
            path: {
                /**
                 * @description Id of the campaign
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Points, oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoursePoint"][];
                    "text/csv": string;
                };
            };
        };
    };
    pauseCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the campaign
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How the send stands */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignProgress"];
                };
            };
        };
    };
    resumeCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the campaign
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How the send stands */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignProgress"];
                };
            };
        };
    };
    setCampaignRate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the campaign
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description At least one in ten seconds; null: as fast as the provider takes them
                     * @example 500
                     */
                    perSecond: number | null;
                };
            };
        };
        responses: {
            /** @description How the send stands */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignProgress"];
                };
            };
        };
    };
    getCampaignProgress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the campaign
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How the send stands */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignProgress"];
                };
            };
        };
    };
    listCampaignRecipients: {
        parameters: {
            query?: {
                /** @description Which page, from 1 */
                page?: number;
                /** @description How many on a page; larger numbers count as the maximum */
                pageSize?: number;
                /** @description Only those in this state */
                status?: "PENDING" | "SENDING" | "SENT" | "DELIVERED" | "RECEIVED" | "OPENED" | "CLICKED" | "BOUNCED" | "COMPLAINED" | "FAILED" | "SUPPRESSED" | "UNKNOWN";
            };
            header?: never;
            path: {
                /**
                 * @description Id of the campaign
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of recipients */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Recipient"][];
                        /** @example 1 */
                        total: number;
                        /** @example 1 */
                        page: number;
                        /** @example 1 */
                        pageSize: number;
                        /** @example 1 */
                        totalPages: number;
                    };
                };
            };
        };
    };
    decideUnknownRecipients: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the campaign
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    decision: "resend" | "drop";
                };
            };
        };
        responses: {
            /** @description How many mails that concerned */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true
                         * @example true
                         */
                        success: boolean;
                        /** @example 3 */
                        recipients: number;
                    };
                };
            };
        };
    };
    listSegments: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The segments, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"][];
                };
            };
        };
    };
    createSegment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example VIP users */
                    name: string;
                    /** @example On a paid plan */
                    description?: string | null;
                    /**
                     * @default DYNAMIC
                     * @enum {string}
                     */
                    type?: "DYNAMIC" | "STATIC";
                    condition?: components["schemas"]["Condition"] | null;
                    /** @default false */
                    trackMembership?: boolean | null;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The new segment, counted */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"];
                };
            };
        };
    };
    previewSegment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @example {
                     *       "logic": "AND",
                     *       "groups": [
                     *         {
                     *           "filters": [
                     *             {
                     *               "field": "data.plan",
                     *               "operator": "equals",
                     *               "value": "pro"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    condition: components["schemas"]["Condition"];
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description What the condition matches */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example 1 */
                        count: number;
                        sample: components["schemas"]["Contact"][];
                        /**
                         * @example [
                         *       "No contact has the field data.plan"
                         *     ]
                         */
                        warnings: string[];
                    };
                };
            };
        };
    };
    getSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the segment
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The segment */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"];
                };
            };
        };
    };
    deleteSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the segment
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the segment
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @example VIP users */
                    name?: string;
                    /** @example On a paid plan */
                    description?: string | null;
                    /**
                     * @default DYNAMIC
                     * @enum {string}
                     */
                    type?: "DYNAMIC" | "STATIC";
                    condition?: components["schemas"]["Condition"] | null;
                    /** @default false */
                    trackMembership?: boolean | null;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The segment as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Segment"];
                };
            };
        };
    };
    listSegmentContacts: {
        parameters: {
            query?: {
                /** @description Which page, from 1 */
                page?: number;
                /** @description How many on a page; larger numbers count as the maximum */
                pageSize?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the segment
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of contacts, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Contact"][];
                        /** @example 1 */
                        total: number;
                        /** @example 1 */
                        page: number;
                        /** @example 1 */
                        pageSize: number;
                        /** @example 1 */
                        totalPages: number;
                    };
                };
            };
        };
    };
    addSegmentMembers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the segment
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @example [
                     *       "ada@example.org"
                     *     ]
                     */
                    emails: string[];
                    /** @default false */
                    createMissing?: boolean;
                    /** @default true */
                    subscribed?: boolean;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description How many were added, and which addresses are unknown */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example 1 */
                        added: number;
                        /**
                         * @example [
                         *       "nobody@example.org"
                         *     ]
                         */
                        notFound: string[];
                        /**
                         * @description Only with createMissing
                         * @example 1
                         */
                        created?: number;
                    };
                };
            };
        };
    };
    removeSegmentMembers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the segment
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @example [
                     *       "ada@example.org"
                     *     ]
                     */
                    emails: string[];
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description How many were members */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example 1 */
                        removed: number;
                    };
                };
            };
        };
    };
    computeSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the segment
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who came and who went */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example 1 */
                        added: number;
                        /** @example 1 */
                        removed: number;
                        /** @example 1 */
                        total: number;
                    };
                };
            };
        };
    };
    refreshSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the segment
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The number of members */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example 1 */
                        memberCount: number;
                    };
                };
            };
        };
    };
    listWorkflows: {
        parameters: {
            query?: {
                /** @description Which page, from 1 */
                page?: number;
                /** @description How many on a page; larger numbers count as the maximum */
                pageSize?: number;
                /** @description A fragment to look for, without regard to case */
                search?: string;
                /** @description Only those in this state */
                status?: "active" | "disabled";
                /** @description What to sort by */
                sort?: "name" | "createdAt" | "updatedAt" | "steps";
                /** @description Ascending or descending */
                dir?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of workflows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * Format: uuid
                             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                             */
                            id: string;
                            /** @example Welcome series */
                            name: string;
                            /** @example Three mails after sign-up */
                            description: string | null;
                            enabled: boolean;
                            /** @enum {string} */
                            triggerType: "EVENT" | "MANUAL" | "SCHEDULE";
                            /**
                             * @example {
                             *       "eventName": "signup"
                             *     }
                             */
                            triggerConfig: {
                                [key: string]: unknown;
                            } | null;
                            allowReentry: boolean;
                            /**
                             * Format: uuid
                             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                             */
                            projectId: string;
                            /**
                             * Format: date-time
                             * @example 2026-01-31T09:30:00.000Z
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @example 2026-01-31T09:30:00.000Z
                             */
                            updatedAt: string;
                            _count: {
                                /** @example 1 */
                                steps: number;
                                /** @example 1 */
                                executions: number;
                            };
                        }[];
                        /** @example 1 */
                        total: number;
                        /** @example 1 */
                        page: number;
                        /** @example 1 */
                        pageSize: number;
                        /** @example 1 */
                        totalPages: number;
                    };
                };
            };
        };
    };
    createWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Welcome series */
                    name: string;
                    /** @example signup */
                    eventName: string;
                    /** @example Three mails after sign-up */
                    description?: string | null;
                    allowReentry?: boolean | null;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The new workflow */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
        };
    };
    listWorkflowFields: {
        parameters: {
            query?: {
                /** @description Only events of this name */
                eventName?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The fields with their types */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        fields: string[];
                        typedFields: {
                            /** @example contact.email */
                            field: string;
                            /** @example string */
                            type: string;
                            /** @enum {string} */
                            category: "contact" | "event";
                        }[];
                        /** @example 1 */
                        count: number;
                    };
                };
            };
        };
    };
    getWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the workflow
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workflow */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowWithSteps"];
                };
            };
        };
    };
    deleteWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the workflow
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the workflow
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @example Welcome series */
                    name?: string;
                    /** @example Three mails after sign-up */
                    description?: string | null;
                    /** @enum {string} */
                    triggerType?: "EVENT" | "MANUAL" | "SCHEDULE";
                    /**
                     * @example {
                     *       "eventName": "signup"
                     *     }
                     */
                    triggerConfig?: {
                        [key: string]: unknown;
                    } | null;
                    enabled?: boolean;
                    allowReentry?: boolean | null;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The workflow as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
        };
    };
    createWorkflowStep: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the workflow
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @example DELAY
                     * @enum {string}
                     */
                    type: "SEND_EMAIL" | "DELAY" | "WAIT_FOR_EVENT" | "CONDITION" | "WEBHOOK" | "UPDATE_CONTACT" | "EXIT";
                    /** @example Wait two days */
                    name: string;
                    /**
                     * @example {
                     *       "x": 100,
                     *       "y": 250
                     *     }
                     */
                    position: {
                        x: number;
                        y: number;
                    };
                    /**
                     * @example {
                     *       "amount": 2,
                     *       "unit": "days"
                     *     }
                     */
                    config: {
                        [key: string]: unknown;
                    };
                    /**
                     * Format: uuid
                     * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                     */
                    templateId?: string | null;
                    /**
                     * @description Link it from the last step that nothing follows
                     * @default true
                     */
                    autoConnect?: boolean | null;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The new step */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowStep"];
                };
            };
        };
    };
    deleteWorkflowStep: {
        parameters: {
            query?: {
                /** @description Take out the step alone and link its neighbours */
                splice?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the workflow
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
                /**
                 * @description Id of the step
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                stepId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateWorkflowStep: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the workflow
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
                /**
                 * @description Id of the step
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                stepId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @example Wait two days */
                    name?: string;
                    /**
                     * @example {
                     *       "x": 100,
                     *       "y": 250
                     *     }
                     */
                    position?: {
                        x: number;
                        y: number;
                    };
                    /**
                     * @example {
                     *       "amount": 2,
                     *       "unit": "days"
                     *     }
                     */
                    config?: {
                        [key: string]: unknown;
                    };
                    /**
                     * Format: uuid
                     * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                     */
                    templateId?: string | null;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The step as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowStep"];
                };
            };
        };
    };
    createWorkflowTransition: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the workflow
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                     */
                    fromStepId: string;
                    /**
                     * Format: uuid
                     * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                     */
                    toStepId: string;
                    /** @example yes */
                    branch?: string | null;
                    condition?: {
                        /** @example yes */
                        branch: string;
                    } | null;
                    waitOutcome?: ("EVENT" | "TIMEOUT") | null;
                    /** @example 1 */
                    priority?: number;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The new transition */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowTransition"];
                };
            };
        };
    };
    deleteWorkflowTransition: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the workflow
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
                /**
                 * @description Id of the transition
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                transitionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listWorkflowExecutions: {
        parameters: {
            query?: {
                /** @description Which page, from 1 */
                page?: number;
                /** @description How many on a page; larger numbers count as the maximum */
                pageSize?: number;
                /** @description Only those in this state */
                status?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the workflow
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of executions, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WorkflowExecution"][];
                        /** @example 1 */
                        total: number;
                        /** @example 1 */
                        page: number;
                        /** @example 1 */
                        pageSize: number;
                        /** @example 1 */
                        totalPages: number;
                        /** @description The same as data */
                        executions: components["schemas"]["WorkflowExecution"][];
                    };
                };
            };
        };
    };
    startWorkflowExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the workflow
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                     */
                    contactId: string;
                    /**
                     * @example {
                     *       "firstName": "Ada",
                     *       "plan": "pro"
                     *     }
                     */
                    context?: {
                        [key: string]: unknown;
                    } | null;
                };
            };
        };
        responses: {
            /** @description The new execution */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowExecution"];
                };
            };
        };
    };
    getWorkflowExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the workflow
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
                /**
                 * @description Id of the execution
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                executionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The execution */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowExecutionWithSteps"];
                };
            };
        };
    };
    cancelWorkflowExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the workflow
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
                /**
                 * @description Id of the execution
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                executionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cancelled execution */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowExecution"];
                };
            };
        };
    };
    cancelWorkflowExecutions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the workflow
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many were cancelled */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example 1 */
                        cancelled: number;
                    };
                };
            };
        };
    };
    retryWorkflowExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the workflow
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
                /**
                 * @description Id of the execution
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                executionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The execution */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowExecution"];
                };
            };
        };
    };
    getWorkflowStats: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the workflow
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The numbers of each step */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        steps: {
                            /**
                             * Format: uuid
                             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                             */
                            stepId: string;
                            /** @example 1 */
                            entered: number;
                            /** @example 1 */
                            waiting: number;
                            /** @example 1 */
                            completed: number;
                            /** @example 1 */
                            failed: number;
                            /** @example 1 */
                            skipped: number;
                            /**
                             * @example {
                             *       "yes": 1,
                             *       "no": 2
                             *     }
                             */
                            branches: {
                                [key: string]: number;
                            };
                            emails: {
                                /** @example 1 */
                                sent: number;
                                /** @example 1 */
                                opened: number;
                                /** @example 1 */
                                clicked: number;
                            };
                        }[];
                    };
                };
            };
        };
    };
    simulateWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the workflow
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                     */
                    contactId: string;
                    /**
                     * @example {
                     *       "firstName": "Ada",
                     *       "plan": "pro"
                     *     }
                     */
                    event?: {
                        [key: string]: unknown;
                    } | null;
                    /** @description What becomes of each WAIT_FOR_EVENT step, by its id; without an entry the event comes */
                    outcomes?: {
                        [key: string]: "EVENT" | "TIMEOUT";
                    } | null;
                };
            };
        };
        responses: {
            /** @description The path the contact would take */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        path: {
                            /**
                             * Format: uuid
                             * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                             */
                            stepId: string;
                            /** @enum {string} */
                            type: "TRIGGER" | "SEND_EMAIL" | "DELAY" | "WAIT_FOR_EVENT" | "CONDITION" | "WEBHOOK" | "UPDATE_CONTACT" | "EXIT";
                            /**
                             * Format: date-time
                             * @example 2026-01-31T09:30:00.000Z
                             */
                            at: string;
                            /**
                             * @example {
                             *       "firstName": "Ada",
                             *       "plan": "pro"
                             *     }
                             */
                            output: {
                                [key: string]: unknown;
                            } | null;
                        }[];
                        /** @example COMPLETED */
                        ended: string;
                    };
                };
            };
        };
    };
    listEmails: {
        parameters: {
            query?: {
                /** @description Which page, from 1 */
                page?: number;
                /** @description How many on a page; larger numbers count as the maximum */
                pageSize?: number;
                /** @description Only those in this state */
                status?: "PENDING" | "SENDING" | "SENT" | "DELIVERED" | "RECEIVED" | "OPENED" | "CLICKED" | "BOUNCED" | "COMPLAINED" | "FAILED" | "SUPPRESSED" | "UNKNOWN";
                /** @description Only mails of this origin */
                sourceType?: "TRANSACTIONAL" | "CAMPAIGN" | "WORKFLOW" | "INBOUND";
                /** @description Only those of this campaign */
                campaignId?: string;
                /** @description Only those of this contact */
                contactId?: string;
                /** @description Only mails to this address, matched whole */
                to?: string;
                /** @description A fragment to look for, without regard to case */
                search?: string;
                /** @description From this time on */
                startDate?: string;
                /** @description Up to this time */
                endDate?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of mails */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Email"][];
                        /** @example 1 */
                        total: number;
                        /** @example 1 */
                        page: number;
                        /** @example 1 */
                        pageSize: number;
                        /** @example 1 */
                        totalPages: number;
                    };
                };
            };
        };
    };
    getEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the mail
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mail */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Email"];
                };
            };
        };
    };
    traceEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the mail
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changes, oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Transition"][];
                    };
                };
            };
        };
    };
    listInbox: {
        parameters: {
            query?: {
                /** @description Only mails to this address, matched whole */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The captured mails */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["InboxItem"][];
                    };
                    "text/html": string;
                };
            };
        };
    };
    clearInbox: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is empty */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    previewInboxMail: {
        parameters: {
            query?: {
                /** @description Load what the mail fetches from elsewhere; its pixel counts an opening then */
                images?: "true" | "false";
                /** @description For a frame that turns colours round: pictures are turned back */
                inverted?: "true" | "false";
            };
            header?: never;
            path: {
                /**
                 * @description Id of the captured mail
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mail as a page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    getInboxMail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the captured mail
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The captured mail */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxMail"];
                };
            };
        };
    };
    listDomains: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project; `@me` is the one of the key, or the one that the session speaks for
                 * @example @me
                 */
                projectId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The domains */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"][];
                };
            };
        };
    };
    createDomain: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: hostname
                     * @example example.org
                     */
                    domain: string;
                    /**
                     * Format: uuid
                     * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                     */
                    projectId?: string;
                };
            };
        };
        responses: {
            /** @description The domain with its DNS records */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
        };
    };
    verifyDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the domain
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the check found */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example example.org */
                        domain: string;
                        /**
                         * @example [
                         *       "p1"
                         *     ]
                         */
                        tokens: string[];
                        /** @enum {string} */
                        status: "Success" | "Pending" | "Failed" | "TemporaryFailure" | "NotStarted";
                        verified: boolean;
                        records: {
                            /** @enum {string} */
                            type: "TXT" | "MX" | "CNAME";
                            /** @example p1._domainkey.example.org */
                            name: string;
                            /** @example v=DKIM1; k=rsa; p=MIIB */
                            value: string;
                            /**
                             * @description MX only
                             * @example 10
                             */
                            priority?: number;
                            verified: boolean;
                            /**
                             * @description What was wrong when it was last looked up
                             * @example No TXT record at p1._domainkey.example.org
                             */
                            problem: string | null;
                        }[];
                    };
                };
            };
        };
    };
    deleteDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the domain
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is removed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true
                         * @example true
                         */
                        success: boolean;
                    };
                };
            };
        };
    };
    listActivity: {
        parameters: {
            query?: {
                /** @description How many; larger numbers count as the maximum */
                limit?: number;
                /** @description The `cursor` of the answer before */
                cursor?: string;
                /** @description Comma-separated: event.triggered, email.sent, email.delivered, email.received, email.opened, email.clicked, email.bounced, email.complaint, contact.subscribed, contact.unsubscribed, campaign.sent, campaign.scheduled, workflow.started, workflow.completed, workflow.email.scheduled */
                types?: string;
                /** @description Only those of this contact */
                contactId?: string;
                /** @description From this time on */
                startDate?: string;
                /** @description Up to this time */
                endDate?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Activities, newest first, and the cursor of the next ones */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityPage"];
                };
            };
        };
    };
    getActivityStats: {
        parameters: {
            query?: {
                /** @description From this time on */
                startDate?: string;
                /** @description Up to this time */
                endDate?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Totals, and rates in percent */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityStats"];
                };
            };
        };
    };
    countRecentActivity: {
        parameters: {
            query?: {
                /** @description How far back */
                minutes?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The number, and the minutes it was counted over */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example 3 */
                        count: number;
                        /** @example 5 */
                        minutes: number;
                    };
                };
            };
        };
    };
    listActivityTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The types */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        types: ("event.triggered" | "email.sent" | "email.delivered" | "email.received" | "email.opened" | "email.clicked" | "email.bounced" | "email.complaint" | "contact.subscribed" | "contact.unsubscribed" | "campaign.sent" | "campaign.scheduled" | "workflow.started" | "workflow.completed" | "workflow.email.scheduled")[];
                    };
                };
            };
        };
    };
    listUpcomingActivity: {
        parameters: {
            query?: {
                /** @description How many; larger numbers count as the maximum */
                limit?: number;
                /** @description How many days ahead */
                daysAhead?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Activities, soonest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        activities: components["schemas"]["Activity"][];
                    };
                };
            };
        };
    };
    getTimeseries: {
        parameters: {
            query?: {
                /** @description From this time on */
                startDate?: string;
                /** @description Up to this time */
                endDate?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A point for each day */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DayPoint"][];
                };
            };
        };
    };
    listTopCampaigns: {
        parameters: {
            query?: {
                /** @description How many; larger numbers count as the maximum */
                limit?: number;
                /** @description From this time on */
                startDate?: string;
                /** @description Up to this time */
                endDate?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Campaigns, most opened first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopCampaign"][];
                };
            };
        };
    };
    getCampaignStatistics: {
        parameters: {
            query?: {
                /** @description From this time on */
                startDate?: string;
                /** @description Up to this time */
                endDate?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Numbers and average rates */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignStatistics"];
                };
            };
        };
    };
    getDeliverability: {
        parameters: {
            query?: {
                /** @description How many; larger numbers count as the maximum */
                limit?: number;
                /** @description From this time on */
                startDate?: string;
                /** @description Up to this time */
                endDate?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Domains, most mails first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainFigures"][];
                };
            };
        };
    };
    listTopEvents: {
        parameters: {
            query?: {
                /** @description How many; larger numbers count as the maximum */
                limit?: number;
                /** @description From this time on */
                startDate?: string;
                /** @description Up to this time */
                endDate?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events, most frequent first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopEvent"][];
                };
            };
        };
    };
    uploadImage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The file
                     */
                    image: string;
                };
            };
        };
        responses: {
            /** @description Where the image lies now, for anybody to see */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadedImage"];
                };
            };
        };
    };
    getImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the image, as it was answered when it was uploaded
                 * @example 9c1e2d3c4b5a69780f1e2d3c4b5a69788796a5b4c3d2e1f0.png
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/*": string;
                };
            };
        };
    };
    logIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @example ada@example.org
                     */
                    email: string;
                    /** @example correct horse */
                    password: string;
                };
            };
        };
        responses: {
            /** @description The user, or why there is no session */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true
                         * @example true
                         */
                        success: boolean;
                        data: components["schemas"]["User"];
                    } | {
                        /**
                         * @description Always false
                         * @example false
                         */
                        success: boolean;
                        data: string;
                    } | {
                        /** @constant */
                        success: "redirect";
                        redirect: string;
                    };
                };
            };
        };
    };
    signUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @example ada@example.org
                     */
                    email: string;
                    /** @example correct horse */
                    password: string;
                };
            };
        };
        responses: {
            /** @description The user, or why there is no account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true
                         * @example true
                         */
                        success: boolean;
                        data: components["schemas"]["User"];
                    } | {
                        /**
                         * @description Always false
                         * @example false
                         */
                        success: boolean;
                        data: string;
                    };
                };
            };
        };
    };
    logOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session is over */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": boolean;
                };
            };
        };
    };
    getLoginProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The providers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true
                         * @example true
                         */
                        success: boolean;
                        data: {
                            github: boolean;
                            google: boolean;
                        };
                    };
                };
            };
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions, last used first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"][];
                };
            };
        };
    };
    endOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many were ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example 2 */
                        ended: number;
                    };
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the session
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session is over */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    verifyAccountEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example 0000000000000000000000000000000000000000000000000000000000000000 */
                    token: string;
                };
            };
        };
        responses: {
            /** @description It is proven */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true
                         * @example true
                         */
                        success: boolean;
                        data: {
                            message: string;
                        };
                    };
                };
            };
        };
    };
    requestVerification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is on its way */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true
                         * @example true
                         */
                        success: boolean;
                        data: {
                            message: string;
                        };
                    };
                };
            };
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @example ada@example.org
                     */
                    email: string;
                };
            };
        };
        responses: {
            /** @description It is on its way, if there is an account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true
                         * @example true
                         */
                        success: boolean;
                        data: {
                            message: string;
                        };
                    };
                };
            };
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example 0000000000000000000000000000000000000000000000000000000000000000 */
                    token: string;
                    /** @example correct horse */
                    newPassword: string;
                };
            };
        };
        responses: {
            /** @description The new password holds */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true
                         * @example true
                         */
                        success: boolean;
                        data: {
                            message: string;
                        };
                    };
                };
            };
        };
    };
    beginGithubLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The login is elsewhere */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    endGithubLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dashboard, or its login page */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    beginGoogleLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The login is elsewhere */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    endGoogleLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dashboard, or its login page */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listProjects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The projects */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"][];
                };
            };
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Acme */
                    name: string;
                };
            };
        };
        responses: {
            /** @description The new project with both keys */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    deleteProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true
                         * @example true
                         */
                        success: boolean;
                        message: string;
                    };
                };
            };
        };
    };
    updateProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Acme */
                    name?: string;
                    /** @enum {string} */
                    tracking?: "ENABLED" | "DISABLED" | "MARKETING_ONLY";
                    /**
                     * @description One of en, nl, fr, hi, de, pt, bg, cs, cy, pl, es, it, zh-TW, zh-HK, zh-CN, ja, sv, ar, he, fa, ur, or a region of one
                     * @example en
                     */
                    language?: string;
                    /**
                     * @description The http or https address of an image that recipient pages show, as of `POST /uploads/image`; null: none
                     * @example https://www.example.org/logo.png
                     */
                    logo?: string | null;
                };
            };
        };
        responses: {
            /** @description The project as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    getProjectReset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reset */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectReset"];
                };
            };
        };
    };
    resetProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is reset, or being reset */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true
                         * @example true
                         */
                        success: boolean;
                        message: string;
                    };
                };
            };
        };
    };
    regenerateKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new keys, whole */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectKeys"];
                };
            };
        };
    };
    listProjectsWrapped: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The projects */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true
                         * @example true
                         */
                        success: boolean;
                        data: components["schemas"]["Project"][];
                    };
                };
            };
        };
    };
    getProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The project */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true
                         * @example true
                         */
                        success: boolean;
                        data: components["schemas"]["Project"];
                    };
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The members, oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true
                         * @example true
                         */
                        success: boolean;
                        data: components["schemas"]["Member"][];
                    };
                };
            };
        };
    };
    addMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: email
                     * @example grace@example.org
                     */
                    email: string;
                    /**
                     * @default MEMBER
                     * @enum {string}
                     */
                    role?: "ADMIN" | "MEMBER";
                };
            };
        };
        responses: {
            /** @description The member */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true
                         * @example true
                         */
                        success: boolean;
                        data: components["schemas"]["MemberChange"];
                    };
                };
            };
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
                /**
                 * @description Id of the user
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member is removed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true
                         * @example true
                         */
                        success: boolean;
                        data: {
                            message: string;
                        };
                    };
                };
            };
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
                /**
                 * @description Id of the user
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    role: "ADMIN" | "MEMBER";
                };
            };
        };
        responses: {
            /** @description The member */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true
                         * @example true
                         */
                        success: boolean;
                        data: components["schemas"]["MemberChange"];
                    };
                };
            };
        };
    };
    getRetention: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Days; null where nothing else is said */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Retention"];
                };
            };
        };
    };
    setRetention: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Retention"];
            };
        };
        responses: {
            /** @description Days as they hold now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Retention"];
                };
            };
        };
    };
    getProjectSecurity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rates and levels */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Security"];
                };
            };
        };
    };
    getProjectSecurityWrapped: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rates and levels */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true
                         * @example true
                         */
                        success: boolean;
                        data: components["schemas"]["Security"];
                    };
                };
            };
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description Which page, from 1 */
                page?: number;
                /** @description How many on a page; larger numbers count as the maximum */
                pageSize?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the project
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditEntry"][];
                        /** @example 1 */
                        total: number;
                        /** @example 1 */
                        page: number;
                        /** @example 1 */
                        pageSize: number;
                        /** @example 1 */
                        totalPages: number;
                    };
                };
            };
        };
    };
    listAuditWrapped: {
        parameters: {
            query?: {
                /** @description Which page, from 1 */
                page?: number;
                /** @description How many on a page; larger numbers count as the maximum */
                pageSize?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the project
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true
                         * @example true
                         */
                        success: boolean;
                        data: {
                            data: components["schemas"]["AuditEntry"][];
                            /** @example 1 */
                            total: number;
                            /** @example 1 */
                            page: number;
                            /** @example 1 */
                            pageSize: number;
                            /** @example 1 */
                            totalPages: number;
                        };
                    };
                };
            };
        };
    };
    getSetupState: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is set up */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true
                         * @example true
                         */
                        success: boolean;
                        data: components["schemas"]["SetupState"];
                    };
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys by their beginnings, oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectKey"][];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Shop */
                    name: string;
                    /** @enum {string} */
                    scope: "send" | "read" | "full";
                    /**
                     * Format: date-time
                     * @description In the future; null: never
                     * @example 2035-01-31T09:30:00.000Z
                     */
                    expiresAt?: string | null;
                };
            };
        };
        responses: {
            /** @description The new key, whole */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectKey"];
                };
            };
        };
    };
    deleteKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
                /**
                 * @description Id of the key
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is dead */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    renameKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
                /**
                 * @description Id of the key
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Shop */
                    name: string;
                };
            };
        };
        responses: {
            /** @description The key as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectKey"];
                };
            };
        };
    };
    getWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secret, whole */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
        };
    };
    createCheckout: {
        parameters: {
            query?: {
                /** @description The currency to pay in */
                currency?: "usd" | "eur" | "gbp";
            };
            header?: never;
            path: {
                /**
                 * @description Id of the project
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address of the page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example https://checkout.stripe.com/c/pay/cs_1 */
                        url: string;
                    };
                };
            };
        };
    };
    createBillingPortal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address of the page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example https://checkout.stripe.com/c/pay/cs_1 */
                        url: string;
                    };
                };
            };
        };
    };
    getBillingLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Caps and use by category */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingLimits"];
                };
            };
        };
    };
    setBillingLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example 50000 */
                    workflows: number | null;
                    /** @example 50000 */
                    campaigns: number | null;
                    /** @example 50000 */
                    transactional: number | null;
                    /** @example 50000 */
                    inbound: number | null;
                };
            };
        };
        responses: {
            /** @description Caps and use by category */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingLimits"];
                };
            };
        };
    };
    getBillingConsumption: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Use, credits and the coming invoice */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingConsumption"];
                };
            };
        };
    };
    listInvoices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the project
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invoices, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoices"];
                };
            };
        };
    };
    reportBilling: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The event is recorded */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true
                         * @example true
                         */
                        received: boolean;
                    };
                };
            };
        };
    };
    reportBillingByStripe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The event is recorded */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always true
                         * @example true
                         */
                        received: boolean;
                    };
                };
            };
        };
    };
    openUnsubscribePage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The contact, as the link names it
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page is elsewhere */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    unsubscribeOneClick: {
        parameters: {
            query?: {
                /** @description The mail whose link was followed */
                e?: string;
                /** @description The signature of the link */
                t?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The contact, as the link names it
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Unsubscribed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "Unsubscribed";
                };
            };
        };
    };
    unsubscribeNobody: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    getPublicContact: {
        parameters: {
            query?: {
                /** @description The mail whose link was followed */
                e?: string;
                /** @description The signature of the link */
                t?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the contact
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contact, without its data */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicContact"];
                };
            };
        };
    };
    subscribePublicContact: {
        parameters: {
            query?: {
                /** @description The mail whose link was followed */
                e?: string;
                /** @description The signature of the link */
                t?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the contact
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contact */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
        };
    };
    unsubscribePublicContact: {
        parameters: {
            query?: {
                /** @description The mail whose link was followed */
                e?: string;
                /** @description The signature of the link */
                t?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the contact
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contact */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
        };
    };
    showUnsubscribePage: {
        parameters: {
            query?: {
                /** @description The mail whose link was followed */
                e?: string;
                /** @description The signature of the link */
                t?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The contact, as the link names it
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    submitUnsubscribePage: {
        parameters: {
            query?: {
                /** @description The mail whose link was followed */
                e?: string;
                /** @description The signature of the link */
                t?: string;
                /** @description Only those who are, or who are not */
                subscribed?: "true" | "false";
            };
            header?: never;
            path: {
                /**
                 * @description The contact, as the link names it
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    showSubscribePage: {
        parameters: {
            query?: {
                /** @description The mail whose link was followed */
                e?: string;
                /** @description The signature of the link */
                t?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The contact, as the link names it
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    submitSubscribePage: {
        parameters: {
            query?: {
                /** @description The mail whose link was followed */
                e?: string;
                /** @description The signature of the link */
                t?: string;
                /** @description Only those who are, or who are not */
                subscribed?: "true" | "false";
            };
            header?: never;
            path: {
                /**
                 * @description The contact, as the link names it
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    showPreferencesPage: {
        parameters: {
            query?: {
                /** @description The mail whose link was followed */
                e?: string;
                /** @description The signature of the link */
                t?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The contact, as the link names it
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    submitPreferencesPage: {
        parameters: {
            query?: {
                /** @description The mail whose link was followed */
                e?: string;
                /** @description The signature of the link */
                t?: string;
                /** @description Only those who are, or who are not */
                subscribed?: "true" | "false";
            };
            header?: never;
            path: {
                /**
                 * @description The contact, as the link names it
                 * @example 5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    showVerifyEmailPage: {
        parameters: {
            query?: {
                /** @description The token of the mailed link */
                token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    submitVerifyEmailPage: {
        parameters: {
            query?: {
                /** @description The token of the mailed link */
                token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /**
                     * @description Of the reset page
                     * @example correct horse
                     */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description The page says how it went */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    showResetPasswordPage: {
        parameters: {
            query?: {
                /** @description The token of the mailed link */
                token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    submitResetPasswordPage: {
        parameters: {
            query?: {
                /** @description The token of the mailed link */
                token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /**
                     * @description Of the reset page
                     * @example correct horse
                     */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description The page says how it went */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    showHomePage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    showLoginPage: {
        parameters: {
            query?: {
                /** @description What the page says above its form: of the refusals of a social login */
                message?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    submitLoginPage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": string;
            };
        };
        responses: {
            /** @description The browser is led on */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    submitLogout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": string;
            };
        };
        responses: {
            /** @description It is over */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    showResetRequestPage: {
        parameters: {
            query?: {
                /** @description The account that has no password */
                id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    submitResetRequestPage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": string;
            };
        };
        responses: {
            /** @description The page says how it went */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    trackOpen: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description What we signed into the mail
                 * @example eyJlIjoiNWIwYzhjMGUifQ
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A picture of one transparent point */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/gif": string;
                };
            };
        };
    };
    trackClick: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description What we signed into the mail
                 * @example eyJlIjoiNWIwYzhjMGUifQ
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address of the link */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    reportDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Notices"];
                "message/rfc822": string;
            };
        };
        responses: {
            /** @description The report is recorded */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReceipt"];
                };
            };
        };
    };
    reportDeliveryBySns: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Notices"];
                "message/rfc822": string;
            };
        };
        responses: {
            /** @description The report is recorded */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReceipt"];
                };
            };
        };
    };
    reportDeliveryByApiSns: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Notices"];
                "message/rfc822": string;
            };
        };
        responses: {
            /** @description The report is recorded */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReceipt"];
                };
            };
        };
    };
    reportDeliveryByIncomingSns: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Notices"];
                "message/rfc822": string;
            };
        };
        responses: {
            /** @description The report is recorded */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReceipt"];
                };
            };
        };
    };
    openStartPage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page is elsewhere */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is up */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
        };
    };
    showReference: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    getReferenceScript: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The script */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript": string;
                };
            };
        };
    };
    getIcon: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The icon */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
}
