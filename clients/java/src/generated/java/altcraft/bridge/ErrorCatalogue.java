// Written by `altcraft-bridge generate java` from the OpenRPC document. Do not edit.
package altcraft.bridge;

import com.google.gson.JsonObject;

/** Finds the class of an error by its reason. */
final class ErrorCatalogue {
  private ErrorCatalogue() {}

  static BridgeException of(JsonObject error) {
    switch (BridgeException.reason(error)) {
      case "requestCancelled":
        return new RequestCancelledException(error);
      case "parseError":
        return new ParseException(error);
      case "internalError":
        return new InternalException(error);
      case "invalidParams":
        return new InvalidParamsException(error);
      case "methodNotFound":
        return new MethodNotFoundException(error);
      case "invalidRequest":
        return new InvalidRequestException(error);
      case "noSimulator":
        return new NoSimulatorException(error);
      case "noWebSocket":
        return new NoWebSocketException(error);
      case "duplicateRequestId":
        return new DuplicateRequestIdException(error);
      case "shuttingDown":
        return new ShuttingDownException(error);
      case "notInitialized":
        return new NotInitializedException(error);
      case "callbackTimeout":
        return new CallbackTimeoutException(error);
      case "storageFailed":
        return new StorageFailedException(error);
      case "outboxFull":
        return new OutboxFullException(error);
      case "tooLarge":
        return new TooLargeException(error);
      case "busy":
        return new BusyException(error);
      case "unauthorized":
        return new UnauthorizedException(error);
      case "configurationNotSet":
        return new ConfigurationNotSetException(error);
      case "userTagMissing":
        return new UserTagMissingException(error);
      case "appGroupMissing":
        return new AppGroupMissingException(error);
      case "tokenUpdateUnsupported":
        return new TokenUpdateUnsupportedException(error);
      case "pushUidMissing":
        return new PushUidMissingException(error);
      case "apiUrlInvalid":
        return new ApiUrlInvalidException(error);
      case "rTokenInvalid":
        return new RTokenInvalidException(error);
      case "providerInvalid":
        return new ProviderInvalidException(error);
      case "valuesNotScalar":
        return new ValuesNotScalarException(error);
      case "subscriptionTypeUnsupported":
        return new SubscriptionTypeUnsupportedException(error);
      case "configurationMissing":
        return new ConfigurationMissingException(error);
      case "pushTokenMissing":
        return new PushTokenMissingException(error);
      default:
        return new BridgeException(error);
    }
  }
}
