<?php

// Written by `altcraft-bridge generate php` from the OpenRPC document. Do not edit.

declare(strict_types=1);

namespace Altcraft\Bridge;

/** The requests of the bridge to its host. */
trait Callbacks {
    /** The types of the parameters of each request, in their order. */
    private const PARAMETERS = [
        "provider.getJWT" => ["reason" => "string"],
        "provider.getToken" => ["provider" => "string"],
        "provider.deleteToken" => ["provider" => "string"],
        "notificationManager.requestAuthorization" => ["options" => "string[]"],
        "notificationManager.onForegroundNotification" => ["request" => "NotificationRequest"],
        "notificationManager.onNotificationClick" => ["request" => "NotificationRequest", "actionIdentifier" => "string"],
    ];

    /** Returns the parameters of a request in their order. */
    private static function parameters(string $name, \stdClass $params): array {
        $types = self::PARAMETERS[$name] ?? [];
        return array_map(fn ($name, $type) => Record::read($params->$name ?? null, $type), array_keys($types), $types);
    }

    /**
     * Requests the JWT of the current user.
     *
     * Sent to the connection that called setJWTProvider with "callback". Calls and attempts that wait at the same
     * moment share one answer; it is not cached beyond that. An error, null and an empty string count as no JWT; a late
     * answer is ignored. The payload of the JWT must have the claim `matching`: an object, or a string with the JSON of
     * one. Its members: `db_id`, the number of the database; `matching`, how the profile is found; and its identifiers:
     * `email` for "email", `phone` for "phone", `profile_id` for "profile_id", `field_name` and `field_value` for
     * "custom", `provider` and `subscription_id` for "push_sub". The claim `exp`, in seconds since 1970, is optional.
     * The JWT and its payload have at most 16 KiB each. The platform checks the signature.
     *
     * @param callable('request'|'rejected'|'expired' $reason): (string|null) $handler
     */
    public function handleProviderGetJWT(callable $handler): static {
        return $this->handle("provider.getJWT", $handler);
    }

    /**
     * Requests the push token of one provider.
     *
     * Sent up to three times, one second apart, until there is a token. An error, null, an empty string and a token of
     * more than 4096 bytes count as no token.
     *
     * @param callable('ios-apns'|'ios-firebase'|'ios-huawei' $provider): (string|null) $handler
     */
    public function handleProviderGetToken(callable $handler): static {
        return $this->handle("provider.getToken", $handler);
    }

    /**
     * Requests the deletion of the push token of one provider, so that the provider issues a new one.
     *
     * The bridge ignores the value: it continues after any answer, or after the time limit.
     *
     * @param callable('ios-apns'|'ios-firebase'|'ios-huawei' $provider): (bool) $handler
     */
    public function handleProviderDeleteToken(callable $handler): static {
        return $this->handle("provider.deleteToken", $handler);
    }

    /**
     * Requests that the host ask the user to allow notifications.
     *
     * Sent to the connection that called registerForPushNotifications or requestNotificationPermission. The answer is
     * an object, or a boolean for `granted` alone. Without a valid answer the permission does not change.
     *
     * @param callable(list<string> $options): (bool|AuthorizationAnswer) $handler
     */
    public function handleNotificationManagerRequestAuthorization(callable $handler): static {
        return $this->handle("notificationManager.requestAuthorization", $handler);
    }

    /**
     * Reports a push that arrives while the app is in the foreground, and requests how to show it.
     *
     * Sent to the connection that called notificationManager.setCustomPushProcessing. If processing is disabled, the
     * bridge does not wait for the answer; without a valid one the standard options apply. Unknown options and members
     * are ignored.
     *
     * @param callable(NotificationRequest $request): (PresentationOptions) $handler
     */
    public function handleNotificationManagerOnForegroundNotification(callable $handler): static {
        return $this->handle("notificationManager.onForegroundNotification", $handler);
    }

    /**
     * Reports a tap on a notification.
     *
     * Sent to the connection that called notificationManager.setCustomClickProcessing. If processing is enabled, the
     * host processes the tap, and any answer means that it has done so; otherwise the bridge does not wait for the
     * answer.
     *
     * @param callable(NotificationRequest $request, string $actionIdentifier): (mixed) $handler
     */
    public function handleNotificationManagerOnNotificationClick(callable $handler): static {
        return $this->handle("notificationManager.onNotificationClick", $handler);
    }
}
